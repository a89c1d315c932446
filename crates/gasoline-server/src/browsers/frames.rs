//! Frames under way: a large one takes its turn, so that all sockets together bound their memory.
//!
//! A frame is kept whole while it comes in, and what has come cannot be given back. So a socket in
//! the middle of a large frame is read on only when no other one is, until that frame was taken.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};
use tokio_util::sync::PollSemaphore;

use crate::limits;

/// A stream of which no more is read than its frames may take.
pub(crate) struct Metered<S> {
    stream: S,
    /// Bytes that came since a frame was taken.
    under_way: usize,
    turns: PollSemaphore,
    turn: Option<Turn>,
}

/// The turn of a large frame, and when it ends whether or not the frame is whole.
struct Turn {
    _permit: OwnedSemaphorePermit,
    end: Pin<Box<Sleep>>,
}

impl<S> Metered<S> {
    /// `turns` is what all streams share: one permit.
    pub(crate) fn new(stream: S, turns: Arc<Semaphore>) -> Self {
        Self { stream, under_way: 0, turns: PollSemaphore::new(turns), turn: None }
    }

    /// A frame was taken, and its memory is free again.
    pub(crate) fn settle(&mut self) {
        self.under_way = 0;
        self.turn = None;
    }

    /// Whether more may be read; an error once a large frame took too long.
    fn poll_turn(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.under_way <= limits::BODY_LARGE_BYTES {
            return Poll::Ready(Ok(()));
        }
        if self.turn.is_none() {
            let permit = ready!(self.turns.poll_acquire(context));
            let patience = Duration::from_secs(limits::BODY_TIMEOUT_SECONDS);
            self.turn =
                permit.map(|permit| Turn { _permit: permit, end: Box::pin(sleep(patience)) });
        }
        let is_over =
            self.turn.as_mut().is_none_or(|turn| turn.end.as_mut().poll(context).is_ready());
        Poll::Ready(if is_over { Err(io::ErrorKind::TimedOut.into()) } else { Ok(()) })
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        ready!(self.poll_turn(context))?;
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        self.under_way += buffer.filled().len() - before;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncReadExt as _;
    use tokio::time::timeout;

    use super::*;

    async fn read(stream: &mut Metered<&[u8]>, bytes: usize) -> io::Result<usize> {
        stream.read_exact(&mut vec![0; bytes]).await
    }

    /// The clock stands still, and goes on when nobody has anything else to do.
    #[tokio::test(start_paused = true)]
    async fn one_large_frame_is_read_at_a_time() {
        let bytes = vec![0; 2 * limits::BODY_LARGE_BYTES];
        let turns = Arc::new(Semaphore::new(1));
        let mut first = Metered::new(&bytes[..], Arc::clone(&turns));
        let mut second = Metered::new(&bytes[..], turns);
        let large = limits::BODY_LARGE_BYTES + 1;
        read(&mut first, large).await.expect("up to here it needs no turn");
        read(&mut first, 1).await.expect("the turn is free");
        read(&mut second, large).await.expect("up to here it needs no turn");
        let waits = timeout(Duration::from_secs(1), read(&mut second, 1)).await;
        assert!(waits.is_err(), "another one has the turn");
        first.settle();
        read(&mut second, 1).await.expect("the turn is free");
        sleep(Duration::from_secs(limits::BODY_TIMEOUT_SECONDS)).await;
        read(&mut second, 1).await.expect_err("its turn is over");
    }
}
