//! `fuzz`: searches for inputs that break a fuzz target, and adds what it finds to the committed corpus.
//!
//! `cargo test --package gasoline-fuzz` runs that corpus in an ordinary build, so whatever is found
//! here once is checked in every run of the tests.

use std::collections::{BTreeSet, VecDeque};
use std::fs;
use std::io::{BufRead as _, BufReader, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use crate::project::{root, say};

/// Searches at the same time: each takes one core.
const LANES: u64 = 2;

/// How long a search goes without a progress line.
const PROGRESS: Duration = Duration::from_secs(15);

/// What a search may do. An input of four kilobytes that takes half a minute is a hang.
const SEARCH_FLAGS: [&str; 4] =
    ["-max_len=4096", "-timeout=30", "-rss_limit_mb=1024", "-print_final_stats=1"];

/// How inputs are chosen for the corpus: the fewest that reach every branch that was reached. How often
/// a branch was reached does not count, inputs are cut to a kilobyte.
const MERGE_FLAGS: [&str; 4] =
    ["-set_cover_merge=1", "-use_counters=0", "-max_len=1024", "-timeout=30"];

/// What the corpus of one target may come to by new inputs. It is run in every test, and committed.
const CORPUS_MOST: Size = Size { files: 120, bytes: 32 * 1024 };

/// What libFuzzer writes when it stops at an input; `slow-unit-` is not a failure.
const FAILURES: [&str; 4] = ["crash-", "leak-", "oom-", "timeout-"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Size {
    files: usize,
    bytes: u64,
}

/// What is asked for.
#[derive(Debug, PartialEq, Eq)]
struct Search {
    minutes: u64,
    targets: Vec<String>,
}

/// What one target's search added to the corpus.
struct Found {
    inputs: usize,
    failures: Vec<PathBuf>,
}

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let search = Search::read(arguments, &targets()?)?;
    let fuzzer = Fuzzer::build()?;
    let seconds = search.seconds_each();
    say(format_args!("searching {} s for each of {}", seconds, search.targets.join(", ")));
    let waiting = Mutex::new(VecDeque::from(search.targets));
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let lane = || -> Result<Vec<Found>> {
        std::iter::from_fn(next).map(|target| fuzzer.fuzz(&target, seconds)).collect()
    };
    let lanes: Vec<Result<Vec<Found>>> = thread::scope(|scope| {
        let started: Vec<_> = (0..LANES).map(|_| scope.spawn(lane)).collect();
        started.into_iter().map(|lane| lane.join().expect("a lane does not panic")).collect()
    });
    let found: Vec<Found> =
        lanes.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect();
    let inputs: usize = found.iter().map(|found| found.inputs).sum();
    let failures: Vec<String> = found
        .iter()
        .flat_map(|found| &found.failures)
        .map(|file| file.display().to_string())
        .collect();
    say(format_args!("{inputs} inputs added to fuzz/corpus, {} failures", failures.len()));
    if !failures.is_empty() {
        bail!(
            "these inputs break their target:\n{}\nhint: `cargo test --package gasoline-fuzz` runs them",
            failures.join("\n")
        );
    }
    Ok(())
}

/// The names of the targets: those of the folders of the corpus.
fn targets() -> Result<Vec<String>> {
    Ok(names(&corpus())?.into_iter().collect())
}

fn corpus() -> PathBuf {
    root().join("fuzz/corpus")
}

impl Search {
    fn read(arguments: &[String], known: &[String]) -> Result<Self> {
        let mut minutes = None;
        let mut targets = known.to_vec();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            let value = words.next().with_context(|| format!("`{word}` needs a value"))?;
            match word.as_str() {
                "--minutes" => minutes = value.parse().ok().filter(|minutes| *minutes > 0),
                "--target" => {
                    let names = known.join(", ");
                    ensure!(known.contains(value), "no target is named `{value}`\nhint: {names}");
                    targets = vec![value.clone()];
                }
                _ => bail!("unknown option `{word}`\nhint: --minutes N [--target NAME]"),
            }
        }
        let minutes = minutes.context("`--minutes` needs a number, 1 or more")?;
        Ok(Self { minutes, targets })
    }

    /// The time of each target, so that all are done within the minutes.
    fn seconds_each(&self) -> u64 {
        self.minutes * 60 / (self.targets.len() as u64).div_ceil(LANES)
    }
}

/// The built program and the folder in which it works.
struct Fuzzer {
    program: PathBuf,
    folder: PathBuf,
}

impl Fuzzer {
    /// Builds the targets with the stable toolchain, instrumented for libFuzzer.
    fn build() -> Result<Self> {
        let compiler = std::env::var_os("CXX").unwrap_or("c++".into());
        if Command::new(&compiler).arg("--version").output().is_err() {
            bail!(
                "there is no C++ compiler (`{}`), and libFuzzer is written in C++\n\
                 hint: install one, on Debian and Ubuntu with `apt-get install g++`",
                compiler.display()
            );
        }
        let target = std::env::var_os("CARGO_TARGET_DIR").unwrap_or("target".into());
        let folder = root().join(target).join("fuzz");
        let package = root().join("fuzz/libfuzzer");
        say("building the targets with libFuzzer, some minutes for the first time");
        let built = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()))
            .args(["build", "--release", "--locked"])
            .current_dir(&package)
            .env("CARGO_TARGET_DIR", folder.join("build"))
            .env("RUSTC_WRAPPER", package.join("instrument.sh"))
            .env_remove("CARGO_BUILD_TARGET")
            .env_remove("RUSTFLAGS")
            .status()
            .context("cargo cannot be started")?;
        ensure!(built.success(), "the fuzz targets cannot be built");
        Ok(Self { program: folder.join("build/release/gasoline-libfuzzer"), folder })
    }

    /// Searches for inputs of one target and adds them to its corpus.
    fn fuzz(&self, target: &str, seconds: u64) -> Result<Found> {
        let corpus = corpus().join(target);
        let searched = self.folder.join("search").join(target);
        let failed = emptied(&self.folder.join("failed").join(target))?;
        fs::create_dir_all(&searched)?;
        let mut search = self.command(target);
        search.args(SEARCH_FLAGS).arg(format!("-max_total_time={seconds}"));
        search.arg(format!("-artifact_prefix={}/", failed.display()));
        search.args([&searched, &corpus]);
        let log = self.folder.join(format!("{target}.log"));
        let has_passed = followed(target, &mut search, &log)?;
        let inputs = self.merge(target, &corpus, &searched)?;
        let mut failures = Vec::new();
        for name in names(&failed)? {
            if FAILURES.iter().any(|kind| name.starts_with(kind)) {
                let kept = corpus.join(&name);
                fs::copy(failed.join(&name), &kept)?;
                failures.push(kept.strip_prefix(root()).unwrap_or(&kept).to_owned());
            }
        }
        ensure!(
            has_passed || !failures.is_empty(),
            "the search of {target} ended early\nhint: see {}",
            log.display()
        );
        say(format_args!("{target}: {inputs} inputs added, {} failures", failures.len()));
        Ok(Found { inputs, failures })
    }

    /// Adds the inputs that reach what the corpus does not, as far as it may grow. Returns how many.
    fn merge(&self, target: &str, corpus: &Path, searched: &Path) -> Result<usize> {
        let merged = emptied(&self.folder.join("merged").join(target))?;
        let present = names(corpus)?;
        for name in &present {
            fs::copy(corpus.join(name), merged.join(name))?;
        }
        let mut merge = self.command(target);
        let output = merge.args(MERGE_FLAGS).args([&*merged, searched]).output()?;
        if !output.status.success() {
            let log = self.folder.join(format!("{target}.merge.log"));
            fs::write(&log, &output.stderr)?;
            bail!("the inputs of {target} cannot be merged\nhint: see {}", log.display());
        }
        let size = |folder: &Path, name: &str| fs::metadata(folder.join(name)).map(|it| it.len());
        let mut bytes = 0;
        for name in &present {
            bytes += size(corpus, name)?;
        }
        let mut new = Vec::new();
        for name in names(&merged)?.difference(&present) {
            new.push((size(&merged, name)?, name.clone()));
        }
        let chosen = chosen(Size { files: present.len(), bytes }, new);
        for name in &chosen {
            fs::copy(merged.join(name), corpus.join(name))?;
        }
        Ok(chosen.len())
    }

    fn command(&self, target: &str) -> Command {
        let mut command = Command::new(&self.program);
        command.env("GASOLINE_FUZZ_TARGET", target).current_dir(&self.folder);
        command
    }
}

/// The new inputs that fit beside what is there, smallest first.
fn chosen(mut present: Size, mut new: Vec<(u64, String)>) -> Vec<String> {
    new.sort();
    let fits = |(bytes, _): &(u64, String)| {
        present = Size { files: present.files + 1, bytes: present.bytes + bytes };
        present.files <= CORPUS_MOST.files && present.bytes <= CORPUS_MOST.bytes
    };
    new.into_iter().take_while(fits).map(|(_, name)| name).collect()
}

/// Runs a search, its lines into a log, with a progress line from time to time. Returns whether it
/// passed.
#[expect(clippy::disallowed_methods, reason = "progress is for people to read")]
fn followed(target: &str, search: &mut Command, log: &Path) -> Result<bool> {
    let mut child = search.stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
    let stderr = child.stderr.take().context("a pipe")?;
    let (sender, lines) = mpsc::channel();
    let reader = thread::spawn(move || {
        for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
            let _ = sender.send(String::from_utf8_lossy(&line).into_owned());
        }
    });
    let mut log = fs::File::create(log)?;
    let mut last = "no status yet".to_owned();
    let mut shown = Instant::now();
    loop {
        match lines.recv_timeout(PROGRESS.saturating_sub(shown.elapsed())) {
            Ok(line) => {
                writeln!(log, "{line}")?;
                if let Some(status) = status(&line) {
                    last = status;
                }
                if line.contains("panicked at") || line.contains("ERROR: libFuzzer") {
                    say(format_args!("{target}: {line}"));
                }
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
        if shown.elapsed() >= PROGRESS {
            say(format_args!("{target}: {last}"));
            shown = Instant::now();
        }
    }
    let _ = reader.join();
    say(format_args!("{target}: {last}"));
    Ok(child.wait()?.success())
}

/// What a line of libFuzzer says of the search, as in `#4096 pulse  cov: 512 ft: 1024 corp: 77/4Kb …`.
fn status(line: &str) -> Option<String> {
    let (executions, rest) = line.strip_prefix('#')?.split_once(char::is_whitespace)?;
    let mut words = rest.split_whitespace().skip_while(|word| *word != "cov:");
    let branches = words.nth(1)?;
    Some(format!("{executions} executions, {branches} branches"))
}

/// The names of what lies in a folder.
fn names(folder: &Path) -> Result<BTreeSet<String>> {
    fs::read_dir(folder)
        .with_context(|| format!("cannot read {}", folder.display()))?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect()
}

/// The folder, made, with nothing in it.
fn emptied(folder: &Path) -> Result<PathBuf> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    fs::create_dir_all(folder)?;
    Ok(folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(arguments: &[&str]) -> Result<Search> {
        let arguments: Vec<String> = arguments.iter().map(|word| (*word).to_owned()).collect();
        let known = ["ingest", "mask", "sources"].map(str::to_owned);
        Search::read(&arguments, &known)
    }

    #[test]
    fn the_minutes_are_shared_over_the_targets() {
        let all = read(&["--minutes", "5"]).expect("all targets");
        assert_eq!((all.targets.len(), all.seconds_each()), (3, 150));
        let one = read(&["--minutes", "5", "--target", "mask"]).expect("one target");
        assert_eq!((one.targets.as_slice(), one.seconds_each()), (&["mask".to_owned()][..], 300));
    }

    #[test]
    fn invalid_arguments_are_errors() {
        for (arguments, expected) in [
            (&[][..], "`--minutes` needs a number"),
            (&["--minutes"], "`--minutes` needs a value"),
            (&["--minutes", "0"], "`--minutes` needs a number"),
            (&["--minutes", "5", "--target", "x"], "no target is named `x`\nhint: ingest, mask"),
            (&["--seconds", "5"], "unknown option `--seconds`"),
        ] {
            let error = read(arguments).expect_err("it is invalid").to_string();
            assert!(error.contains(expected), "{arguments:?}: {error}");
        }
    }

    #[test]
    fn the_corpus_stays_within_its_bounds() {
        let new = |sizes: &[u64]| -> Vec<(u64, String)> {
            sizes.iter().map(|bytes| (*bytes, format!("of {bytes}"))).collect()
        };
        let empty = Size { files: 0, bytes: 0 };
        assert_eq!(chosen(empty, new(&[40_000, 7, 30])), ["of 7", "of 30"]);
        let last = Size { files: CORPUS_MOST.files - 1, bytes: 0 };
        assert_eq!(chosen(last, new(&[30, 7])), ["of 7"]);
        assert!(chosen(CORPUS_MOST, new(&[1])).is_empty());
    }

    #[test]
    fn progress_is_read_from_the_lines_of_libfuzzer() {
        let line = "#4096\tpulse  cov: 512 ft: 1024 corp: 77/4Kb lim: 4096 exec/s: 2048 rss: 60Mb";
        assert_eq!(status(line).as_deref(), Some("4096 executions, 512 branches"));
        assert_eq!(status("#2\tINITED exec/s: 0"), None);
        assert_eq!(status("INFO: Seed: 1"), None);
    }
}
