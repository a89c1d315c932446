//! What all of an export comes from: the service, the exporter, and the CI job where there is one.

use std::collections::BTreeMap;

use gasoline_analysis::secrets::mask;
use gasoline_protocol::url::decode_query;

use super::attributes::Attributes;
use super::format::Resource;

/// Attributes that CI services tell in variables of their own: GitHub, GitLab.
const CI: [(&str, [&str; 2]); 7] = [
    ("cicd.pipeline.name", ["GITHUB_WORKFLOW", "CI_PROJECT_NAME"]),
    ("cicd.pipeline.run.id", ["GITHUB_RUN_ID", "CI_PIPELINE_ID"]),
    ("cicd.pipeline.run.attempt", ["GITHUB_RUN_ATTEMPT", "CI_JOB_RETRY"]),
    ("cicd.pipeline.task.name", ["GITHUB_JOB", "CI_JOB_NAME"]),
    ("vcs.ref.head.name", ["GITHUB_REF_NAME", "CI_COMMIT_REF_NAME"]),
    ("vcs.ref.head.revision", ["GITHUB_SHA", "CI_COMMIT_SHA"]),
    ("vcs.repository.name", ["GITHUB_REPOSITORY", "CI_PROJECT_PATH"]),
];

/// The origin of an export, as the environment tells it.
#[derive(Debug, Clone)]
pub struct Origin {
    pub(super) version: String,
    attributes: BTreeMap<String, String>,
}

impl Origin {
    /// `variable` looks one up. The two of OpenTelemetry win over what is known otherwise.
    pub fn new(version: &str, variable: impl Fn(&str) -> Option<String>) -> Self {
        let fixed = [
            ("service.name", "gasoline"),
            ("telemetry.sdk.language", "rust"),
            ("telemetry.sdk.name", "gasoline"),
            ("telemetry.sdk.version", version),
        ];
        let mut attributes: BTreeMap<String, String> =
            fixed.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        let set = |name: &str| variable(name).filter(|value| !value.is_empty());
        for (key, names) in CI {
            if let Some(value) = names.into_iter().find_map(set) {
                attributes.insert(key.to_owned(), value);
            }
        }
        let listed = set("OTEL_RESOURCE_ATTRIBUTES").unwrap_or_default();
        for (key, value) in listed.split(',').filter_map(|pair| pair.split_once('=')) {
            attributes.insert(key.trim().to_owned(), decode_query(value.trim()));
        }
        if let Some(name) = set("OTEL_SERVICE_NAME") {
            attributes.insert("service.name".to_owned(), name);
        }
        for value in attributes.values_mut() {
            if let Some(masked) = mask(value) {
                *value = masked;
            }
        }
        Self { version: version.to_owned(), attributes }
    }

    pub(super) fn resource(&self) -> Resource {
        let all = self.attributes.iter();
        let attributes =
            all.fold(Attributes::default(), |list, (key, value)| list.text(key, value));
        Resource { attributes: attributes.list() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(variables: &[(&str, &str)], key: &str, expected: Option<&str>) {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name);
        let origin = Origin::new("1.0", |name| find(name).map(|(_, value)| (*value).to_owned()));
        assert_eq!(origin.attributes.get(key).map(String::as_str), expected, "{variables:?}");
    }

    #[test]
    fn the_environment_names_the_service_and_the_job() {
        check(&[], "service.name", Some("gasoline"));
        check(&[("OTEL_SERVICE_NAME", "shop")], "service.name", Some("shop"));
        let listed = ("OTEL_RESOURCE_ATTRIBUTES", "team=a%20b, service.name=listed,broken");
        check(&[listed], "team", Some("a b"));
        check(&[listed], "service.name", Some("listed"));
        check(&[listed, ("OTEL_SERVICE_NAME", "shop")], "service.name", Some("shop"));
        check(&[("GITHUB_RUN_ID", "7")], "cicd.pipeline.run.id", Some("7"));
        check(&[("CI_PIPELINE_ID", "8")], "cicd.pipeline.run.id", Some("8"));
        check(&[("GITHUB_RUN_ID", "")], "cicd.pipeline.run.id", None);
    }

    #[test]
    fn a_secret_in_the_environment_does_not_leave() {
        let secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
        let listed = format!("token={secret}");
        let origin =
            Origin::new("1.0", |name| (name == "OTEL_RESOURCE_ATTRIBUTES").then(|| listed.clone()));
        assert!(!format!("{origin:?}").contains(secret));
    }
}
