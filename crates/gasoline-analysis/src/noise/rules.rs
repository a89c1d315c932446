//! The built-in rules: what every development page says that is not about the application. A table.
//!
//! To add one, add a row and a line it marks below. A pattern names the words of the notice, not
//! just its prefix: `[vite] connected` is chatter, `[vite] Internal Server Error` is the
//! application. Where an error has the same words as a warning, `level` keeps them apart.

use gasoline_protocol::event::Level;

use super::rule::{Category, Classification, MatchSpec};

/// A row of the table.
pub(super) struct BuiltIn {
    pub(super) id: &'static str,
    pub(super) category: Category,
    pub(super) classification: Classification,
    pub(super) reason: &'static str,
    pub(super) spec: Spec,
}

/// A [`MatchSpec`] that can be a constant.
pub(super) enum Spec {
    Message(&'static str),
    MessageAt(Level, &'static str),
    Source(&'static str),
    Url(&'static str),
    UrlAnswered(&'static str, u16, u16),
    Method(&'static str, u16, u16),
}

impl Spec {
    pub(super) fn to_match_spec(&self) -> MatchSpec {
        let text = |text: &str| Some(text.to_owned());
        let empty = MatchSpec::default();
        match *self {
            Self::Message(message) => MatchSpec { message_regex: text(message), ..empty },
            Self::MessageAt(level, message) => {
                MatchSpec { message_regex: text(message), level: Some(level), ..empty }
            }
            Self::Source(source) => MatchSpec { source_regex: text(source), ..empty },
            Self::Url(url) => MatchSpec { url_regex: text(url), ..empty },
            Self::UrlAnswered(url, least, most) => MatchSpec {
                url_regex: text(url),
                status_min: Some(least),
                status_max: Some(most),
                ..empty
            },
            Self::Method(method, least, most) => MatchSpec {
                method: text(method),
                status_min: Some(least),
                status_max: Some(most),
                ..empty
            },
        }
    }
}

/// A URL on one of these hosts, or on a host below them.
macro_rules! on_host {
    ($hosts:literal) => {
        concat!(r"^(?:https?|wss?)://(?:[^/?#]+\.)?(?:", $hosts, r")(?:[:/?#]|$)")
    };
}

macro_rules! built_in {
    ($($id:literal $category:ident $classification:ident $reason:literal $spec:expr;)+) => {
        &[$(BuiltIn {
            id: concat!("builtin_", $id),
            category: Category::$category,
            classification: Classification::$classification,
            reason: $reason,
            spec: $spec,
        }),+]
    };
}

use Spec::{Message, MessageAt, Method, Source, Url, UrlAnswered};

/// Every built-in rule.
#[rustfmt::skip]
pub(super) const BUILT_IN: &[BuiltIn] = built_in! {
    "extension_source" Console Extension "thrown by a browser extension"
        Source(r"^(?:(?:chrome|moz|safari|safari-web|ms-browser)-extension|webkit-masked-url)://");
    "extension_message" Console Extension "about a browser extension"
        Message(r"^[^\n]*(?:chrome|moz|safari-web)-extension://");
    "extension_messaging" Console Extension "an extension lost its own worker"
        Message(r"^(?:Uncaught (?:\(in promise\) )?)?(?:Error: )?(?:Extension context invalidated|Could not establish connection\. Receiving end does not exist|A listener indicated an asynchronous response|The message port closed before a response)");
    "extension_attributes" Console Extension "attributes extensions add to the page"
        Message(r"Extra attributes from the server:[^\n]*(?:cz-shortcut-listen|data-gr-|data-new-gr-|data-lt-installed|bis_skin_checked|bis_register|data-darkreader|fdprocessedid)");
    "extension_request" Network Extension "made by a browser extension"
        Url(r"^(?:chrome|moz|safari-web)-extension://");

    "favicon" Network Cosmetic "browsers ask for it unasked"
        Url(r"/(?:favicon|apple-touch-icon)[\w.-]*\.(?:ico|png|svg)(?:[?#]|$)");
    "favicon_message" Console Cosmetic "browsers ask for it unasked"
        Message(r"^(?:GET|Failed to load)[^\n]*/favicon\.ico\b");
    "source_map" Network Infrastructure "only developer tools ask for source maps"
        UrlAnswered(r"\.(?:js|mjs|cjs|css|ts)\.map(?:[?#]|$)", 404, 404);
    "source_map_message" Console Infrastructure "only developer tools ask for source maps"
        Message(r"^(?:DevTools failed to (?:load|parse) source ?map|Source map error:|Could not load content for [^\n]*\.map\b)");
    "cors_preflight" Network Infrastructure "the browser asks before the request that counts"
        Method("OPTIONS", 200, 299);
    "service_worker" Console Infrastructure "the life of a service worker"
        Message(r"(?i)^(?:\[?(?:service ?worker|sw|workbox|pwa)\]?:? *)+(?:(?:is |was |has been |successfully )*(?:registered|activated|installed|installing|updated|ready|active)|registration (?:was )?success)");
    "workbox" Console Framework "what Workbox does with each request"
        Message(r"^(?:%c)?workbox(?:%c)? (?:Router is responding|Using \w+ to respond|Precaching|The precache|Welcome to Workbox)");
    "passive_listener" Console Cosmetic "advice about scrolling"
        Message(r"^(?:\[(?:Violation|Intervention)\] )?(?:Added non-passive event listener|Unable to preventDefault inside passive event listener)");
    "violation" Console Cosmetic "the browser's advice about slow handlers"
        Message(r"^\[Violation\] ");
    "deprecation" Console Cosmetic "will be removed from the browser some day"
        Message(r"^\[Deprecation\] ");
    "autocomplete" Console Cosmetic "the browser's advice about forms"
        Message(r"^\[DOM\] (?:Input elements should have autocomplete|Password field is not contained|Password forms should have)");
    "unused_preload" Console Cosmetic "preloaded too early or for nothing"
        MessageAt(Level::Warn, r"was preloaded using link preload but not used within a few seconds");
    "resize_observer" Console Cosmetic "the browser delivers the rest in the next frame"
        Message(r"^(?:Uncaught )?(?:Error: )?ResizeObserver loop (?:limit exceeded|completed with undelivered notifications)");
    "blocked_by_client" Console Extension "stopped by an ad blocker"
        Message(r"^(?:Failed to load resource: )?(?:(?:GET|POST) [^\n]* )?net::ERR_BLOCKED_BY_(?:CLIENT|ADMINISTRATOR)");
    "same_site" Console Cosmetic "notices about cookies that still work"
        Message(r"^(?:Cookie [^\n]* (?:will be soon rejected|will soon be rejected|does not have a proper .SameSite. attribute)|A cookie associated with a cross-site resource|Indicate whether to send a cookie in a cross-site request)");
    "third_party_cookie" Console Cosmetic "notices about third-party cookies"
        Message(r"^(?:Third-party cookie (?:will be|is) blocked|Reading cookie in cross-site context will be blocked|Partitioned cookie or storage access was provided|Request to access cookie or storage on [^\n]* was blocked because)");

    "webpack_hmr" Console Framework "hot reloading at work"
        Message(r"^(?:%c)?\[(?:HMR|WDS|webpack-dev-server|webpack)\] (?:Waiting for update|connected|Hot Module Replacement enabled|Live Reloading enabled|Server started|App (?:is up|updated|hot update)|Checking for updates|Updated modules|Nothing hot updated|Reloading|Disconnected|- \S+$|Consider using|Overlay enabled|Trying to reconnect|Progress)");
    "bundle_rebuilt" Console Framework "hot reloading at work"
        Message(r"^\[HMR\] (?:bundle re(?:building|built)|Rebuilding|App is up to date)");
    "hot_update" Network Framework "hot reloading at work"
        Url(r"(?:/__webpack_hmr|/_next/webpack-hmr|\.hot-update\.(?:js|json|css)|/sockjs-node/|/browser-sync/|/livereload\.js)(?:[?#]|$|\b)");
    "vite_client" Console Framework "hot reloading at work"
        Message(r"^(?:%c)?\[vite\] (?:connecting|connected|hot updated|css hot updated|page reload|server connection lost|hmr update|invalidate|js-update|css-update)");
    "vite_request" Network Framework "modules of the development server"
        UrlAnswered(r"/(?:@vite/(?:client|env)|@react-refresh|@id/|@fs/|node_modules/\.vite/)", 200, 399);
    "fast_refresh" Console Framework "hot reloading at work"
        Message(r"^\[Fast Refresh\] (?:rebuilding|done)");
    "next_static" Network Framework "bundles and images that arrived"
        UrlAnswered(r"/_next/(?:static|image)(?:/|\?)", 200, 399);
    "next_overlay" Network Framework "the development overlay"
        Url(r"/(?:__nextjs_(?:original-stack-frames?|source-map|launch-editor|error_feedback|font)|_next/on-demand-entries-ping)");
    "webpack_internal" Network Framework "modules of the bundler"
        Url(r"^webpack(?:-internal)?://");
    "framework_devtools" Console Framework "an invitation to install developer tools"
        Message(r"^(?:%c)?(?:Download the (?:React|Vue|Apollo|Preact) Dev[Tt]ools|Download the Vue Devtools extension|\[?Redux DevTools\]? (?:extension )?(?:is )?not (?:found|installed))");
    "react_legacy" Console Framework "advice about newer React"
        Message(r"^(?:Warning: )?(?:ReactDOM\.(?:render|hydrate) is no longer supported in React 1[89]|\S+: Support for defaultProps will be removed|Using UNSAFE_\w+ in strict mode|findDOMNode (?:was|is) (?:called|deprecated)[^\n]*StrictMode|%s is deprecated in StrictMode|Legacy context API)");
    "react_key" Console Cosmetic "lists render, only slower"
        Message(r#"^(?:Warning: )?Each child in (?:a list|an array or iterator) should have a unique "key" prop"#);
    "react_repetition" Console Framework "React repeats where an error was, after the error itself"
        Message(r"^The above error occurred in (?:the <[^>\n]{1,200}> component|one of your React components)");
    "hydration_warning" Console Framework "the framework repaired it"
        MessageAt(Level::Warn, r"(?i)(?:hydration\b[^\n]*mismatch|did not match\. server:|hydrat\w+ [^\n]*(?:did not|didn't) match)");
    "react_router_future" Console Framework "advice about the next version"
        MessageAt(Level::Warn, r"React Router Future Flag Warning");
    "vue_development" Console Framework "the framework introduces itself"
        Message(r"^(?:%c)?(?:You are running (?:a development build of )?Vue|\[Vue Devtools\]|.{0,4} ?(?:Pinia|pinia).{0,20}store installed)");
    "angular_development" Console Framework "the framework introduces itself"
        Message(r"^(?:Angular is running in (?:the )?development mode|Angular hydrated \d+ component)");
    "svelte_development" Console Framework "advice of the development build"
        MessageAt(Level::Warn, r"^(?:<[\w.]+> was created with(?:out expected| unknown) prop|\[svelte-hmr\])");
    "lit_development" Console Framework "the framework introduces itself"
        MessageAt(Level::Warn, r"^Lit is in dev mode|^Multiple versions of Lit loaded");

    "google_analytics" Network Analytics "Google Analytics, Tag Manager and Ads"
        Url(on_host!(r"google-analytics\.com|analytics\.google\.com|googletagmanager\.com|doubleclick\.net|googleadservices\.com|googlesyndication\.com"));
    "segment" Network Analytics "Segment"
        Url(on_host!(r"segment\.(?:io|com)"));
    "mixpanel" Network Analytics "Mixpanel"
        Url(on_host!(r"mixpanel\.com|mxpnl\.com"));
    "hotjar" Network Analytics "Hotjar"
        Url(on_host!(r"hotjar\.(?:com|io)"));
    "amplitude" Network Analytics "Amplitude"
        Url(on_host!(r"amplitude\.com"));
    "plausible" Network Analytics "Plausible"
        Url(on_host!(r"plausible\.io"));
    "posthog" Network Analytics "PostHog"
        Url(on_host!(r"posthog\.com"));
    "datadog" Network Analytics "Datadog"
        Url(on_host!(r"browser-intake-[\w-]*datadoghq\.(?:com|eu)|datadoghq-browser-agent\.com|rum\.browser-intake-[\w-]+\.com"));
    "sentry" Network Analytics "Sentry"
        Url(on_host!(r"ingest(?:\.\w+)?\.sentry\.io|sentry-cdn\.com"));
    "logrocket" Network Analytics "LogRocket"
        Url(on_host!(r"lr-(?:in|ingest|intake)[\w-]*\.(?:com|io)|logrocket\.(?:com|io)"));
    "fullstory" Network Analytics "FullStory"
        Url(on_host!(r"fullstory\.com"));
    "heap" Network Analytics "Heap"
        Url(on_host!(r"heap-api\.com|heapanalytics\.com"));
    "other_analytics" Network Analytics "counters of Meta, Microsoft, LinkedIn, Cloudflare, TikTok"
        Url(on_host!(r"connect\.facebook\.net|clarity\.ms|px\.ads\.linkedin\.com|snap\.licdn\.com|cloudflareinsights\.com|analytics\.tiktok\.com|bat\.bing\.com|vitals\.vercel-insights\.com"));
    "analytics_message" Console Analytics "an analytics script was stopped"
        Message(r"^(?:Failed to load|Loading failed|GET https?:|POST https?:|Blocked)[^\n]*(?:google-analytics\.com|googletagmanager\.com|doubleclick\.net|segment\.(?:io|com)|mxpnl\.com|mixpanel\.com|hotjar\.com|amplitude\.com|plausible\.io|posthog\.com|sentry-cdn\.com|fullstory\.com|heapanalytics\.com|connect\.facebook\.net|clarity\.ms)/");

    "hot_reload_socket" Websocket Framework "hot reloading at work"
        Url(r"^wss?://[^/?#]+(?:/(?:_next/(?:webpack-)?hmr|__webpack_hmr|sockjs-node|ng-cli-ws|livereload|__vite_hmr|@vite|_nuxt/hmr|browser-sync/)|/[\w./-]*\?token=[\w-]{12}$)");
    "developer_tools_socket" Websocket Infrastructure "developer tools"
        Url(r"^wss?://(?:[^/?#]+/devtools/(?:page|browser)/|localhost:(?:8097|9229)(?:/|$))");
    "analytics_socket" Websocket Analytics "analytics and chat recorders"
        Url(on_host!(r"hotjar\.(?:com|io)|fullstory\.com|logrocket\.(?:com|io)|smartlook\.com"));
};
