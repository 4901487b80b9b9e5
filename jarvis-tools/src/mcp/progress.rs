//! Progress on its way to a client.

use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::Peer;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::events::Progress;

/// How many reports wait for a slow client; what comes beyond is left out.
const WAITING: usize = 64;

pub(super) fn channel() -> (impl Fn(&Progress) + Send + Sync + 'static, mpsc::Receiver<Progress>) {
    let (sender, receiver) = mpsc::channel(WAITING);
    let listener = move |progress: &Progress| {
        // A full channel is a client that doesn't keep up; its call matters more than its progress bar.
        let _ = sender.try_send(progress.clone());
    };
    (listener, receiver)
}

/// Sends what comes, until `done` and all is sent or the client is gone.
pub(super) async fn forward(
    mut reports: mpsc::Receiver<Progress>,
    done: CancellationToken,
    token: ProgressToken,
    peer: Peer<RoleServer>,
) {
    let mut reached = 0.0;
    loop {
        let report = tokio::select! {
            biased;
            report = reports.recv() => report,
            () = done.cancelled() => None,
        };
        let Some(report) = report else { return };
        let Some(param) = next(&report, &mut reached, &token) else { continue };
        if peer.notify_progress(param).await.is_err() {
            return;
        }
    }
}

/// The protocol wants progress to grow with each report, also where only the message is new.
fn next(report: &Progress, reached: &mut f64, token: &ProgressToken) -> Option<ProgressNotificationParam> {
    const NUDGE: f64 = 1e-9;

    match report.fraction() {
        Some(fraction) if fraction > *reached => *reached = fraction,
        _ if report.message().is_some() => *reached += NUDGE,
        _ => return None,
    }
    let mut param = ProgressNotificationParam::new(token.clone(), *reached);
    if report.fraction().is_some() {
        param.total = Some(1.0);
    }
    param.message = report.message().map(str::to_owned);
    Some(param)
}
