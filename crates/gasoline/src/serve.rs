//! `gasoline serve`: the server in the foreground, or in the background for `gasoline mcp`.

use std::io::{ErrorKind, Write};
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use gasoline_protocol::Hint;
use gasoline_server::limits::IDLE_EXIT_SECONDS;
use gasoline_server::mcp::ToolChoice;
use gasoline_server::{AccessPolicy, App, Config, Endpoint, VERSION};
use gasoline_store::SystemClock;
use tokio::signal::unix::SignalKind;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use crate::args::Serve;
use crate::ending::Ending;
use crate::invocation::called;
use crate::{CLEAN, runners, server};

/// Threads that answer: one may be busy with a large batch while the other serves an editor.
const WORKERS: usize = 2;

/// How glibc's allocator is set so that the process stays within its bound: one arena, since what
/// each thread's own keeps for itself adds up, and large blocks given back at once. Figures under
/// hostile loads: 104 MB without, 92 MB with; mimalloc took 191 MB.
pub(crate) const ALLOCATOR_SETTINGS: [(&str, &str); 3] = [
    ("MALLOC_ARENA_MAX", "1"),
    ("MALLOC_MMAP_THRESHOLD_", "1048576"),
    ("MALLOC_TRIM_THRESHOLD_", "1048576"),
];

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CannotServe {
    #[error("Gasoline {version} already serves port {port}")]
    AlreadyServing { port: u16, version: String },
    #[error("something that is not Gasoline holds port {port}")]
    PortTaken { port: u16 },
    #[error("cannot listen on 127.0.0.1:{port}: {error}")]
    NoPort { port: u16, error: std::io::Error },
    #[error("`{origin}` is not an origin")]
    BadOrigin { origin: String },
    #[error("`{}` is no folder to save reports in", folder.display())]
    NoFolder { folder: PathBuf },
    #[error("no process has the id {pid}")]
    NoProcess { pid: u32 },
}

impl Hint for CannotServe {
    fn hint(&self) -> String {
        match self {
            Self::AlreadyServing { .. } => {
                "use that one, or start another with `--port N`".to_owned()
            }
            Self::PortTaken { .. } | Self::NoPort { .. } => {
                "choose another port with `--port N` (0 picks a free one)".to_owned()
            }
            Self::NoFolder { .. } => "create it, or name another with `--save-dir`".to_owned(),
            Self::NoProcess { .. } => {
                "pass the id of a running process with `--while`, such as `$$` in a shell"
                    .to_owned()
            }
            Self::BadOrigin { .. } => {
                "write scheme, host and port only, like `https://app.example:8443`".to_owned()
            }
        }
    }
}

pub(crate) fn run(port: u16, options: &Serve) -> anyhow::Result<u8> {
    for origin in &options.allow_origin {
        check_origin(origin)?;
    }
    let tools = ToolChoice::new(&options.tools.tools, &options.tools.exclude_tools)?;
    if let Some(folder) = options.save_dir.as_ref().filter(|folder| !folder.is_dir()) {
        return Err(CannotServe::NoFolder { folder: folder.clone() }.into());
    }
    if let Some(pid) = options.while_pids.iter().copied().find(|pid| !runners::is_alive(*pid)) {
        return Err(CannotServe::NoProcess { pid }.into());
    }
    let otlp = options.otlp.as_deref().map(Endpoint::parse).transpose()?;
    settle_allocator();
    log_to_stderr();
    let pids = &options.while_pids;
    let listener = if pids.is_empty() {
        listen(port, options.background)?
    } else {
        runners::listen_or_join(port, pids)?
    };
    let Some(listener) = listener else {
        if !options.background {
            let _ = writeln!(std::io::stdout(), "http://127.0.0.1:{port}");
        }
        return Ok(CLEAN);
    };
    let port = listener.local_addr()?.port();
    let access =
        AccessPolicy { port, allowed_origins: options.allow_origin.clone(), ci: options.ci };
    let save_dir = options.save_dir.clone();
    let command_timeout = options.command_seconds.map(Duration::from_secs);
    let config = Config {
        access,
        tools,
        hurry: options.hurry,
        command_timeout,
        save_dir,
        otlp,
        runners: pids.clone(),
    };
    let app = Arc::new(App::new(config, Arc::new(SystemClock)));
    let patience = options.idle_exit_seconds.or(options.background.then_some(IDLE_EXIT_SECONDS));
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(WORKERS).enable_all().build()?;
    runtime.block_on(async {
        // Before the address is told: who has it may end the server at once.
        let ending = Ending::listen(&[SignalKind::interrupt(), SignalKind::terminate()])?;
        let _ = writeln!(std::io::stdout(), "http://127.0.0.1:{port}");
        if !options.background {
            greet(port, options.ci);
        }
        serve(listener, app, patience.filter(|seconds| *seconds > 0), ending).await
    })?;
    Ok(CLEAN)
}

/// Starts this process anew with [`ALLOCATOR_SETTINGS`], which are read before `main`. Where that
/// cannot be done the server is a little larger, and works.
fn settle_allocator() {
    let is_set = |(name, _): &(&str, &str)| std::env::var_os(name).is_some();
    if cfg!(not(target_env = "gnu")) || ALLOCATOR_SETTINGS.iter().all(is_set) {
        return;
    }
    let missing = ALLOCATOR_SETTINGS.into_iter().filter(|setting| !is_set(setting));
    if let Ok(program) = std::env::current_exe() {
        let mut again = Command::new(program);
        // It returns only if it failed.
        let _ = again.args(std::env::args_os().skip(1)).envs(missing).exec();
    }
}

async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    patience: Option<u64>,
    mut ending: Ending,
) -> std::io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let shutdown = CancellationToken::new();
    let serving = gasoline_server::serve(listener, Arc::clone(&app), shutdown.clone());
    let ended = async {
        let idle = async {
            match patience {
                Some(seconds) => {
                    gasoline_server::idle(Arc::clone(&app), Duration::from_secs(seconds)).await;
                }
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = ending.wait() => {}
            () = idle => tracing::info!("nobody needs this server any more"),
            () = runners::ended(&app) => tracing::info!("the processes it ran for have ended"),
        }
        shutdown.cancel();
    };
    tokio::join!(serving, ended);
    Ok(())
}

/// The listener, or `None` if a background server finds that another one serves already.
pub(crate) fn listen(port: u16, is_background: bool) -> Result<Option<TcpListener>, CannotServe> {
    match TcpListener::bind(server::address(port)) {
        Ok(listener) => Ok(Some(listener)),
        Err(error) if error.kind() == ErrorKind::AddrInUse => match server::health(port) {
            Ok(_) if is_background => Ok(None),
            Ok(health) => {
                let version = health["version"].as_str().unwrap_or("(unknown version)").to_owned();
                Err(CannotServe::AlreadyServing { port, version })
            }
            Err(_) => Err(CannotServe::PortTaken { port }),
        },
        Err(error) => Err(CannotServe::NoPort { port, error }),
    }
}

fn check_origin(origin: &str) -> Result<(), CannotServe> {
    let authority = origin.split_once("://").map(|(_, authority)| authority);
    let is_origin = origin == "null"
        || authority
            .is_some_and(|rest| !rest.is_empty() && !rest.contains(['/', '?', '#', '@', ' ', '*']));
    if is_origin { Ok(()) } else { Err(CannotServe::BadOrigin { origin: origin.to_owned() }) }
}

fn greet(port: u16, is_ci: bool) {
    let mut stderr = anstream::stderr();
    let _ =
        writeln!(stderr, "Gasoline {VERSION} listens on 127.0.0.1:{port}, for this machine only.");
    let _ = writeln!(stderr, "Dashboard: http://127.0.0.1:{port}/");
    if is_ci {
        let _ =
            writeln!(stderr, "Any page may send captured data (--ci); only programs may read it.");
    }
    if stderr.is_terminal() {
        let flag = if port == gasoline_server::limits::DEFAULT_PORT {
            String::new()
        } else {
            format!(" --port {port}")
        };
        let _ = writeln!(
            stderr,
            "Next: `{program} install cursor --write{flag}` adds it to an editor, `{program} doctor{flag}` checks it.\n\
             Ctrl-C ends it.",
            program = called(),
        );
    }
}

/// Logs go to stderr; `GASOLINE_LOG=debug` or `warn,gasoline=info` says how much.
fn log_to_stderr() {
    let asked = std::env::var("GASOLINE_LOG").ok();
    let filter = asked.and_then(|text| text.parse::<Targets>().ok());
    let filter = filter.unwrap_or_else(|| Targets::new().with_default(tracing::Level::WARN));
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let _ = tracing_subscriber::registry().with(lines).with(filter).try_init();
}
