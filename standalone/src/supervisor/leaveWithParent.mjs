// Preloaded into every child: its standard input closes when the supervisor is gone, even by kill -9.
const GRACE_MS = 12_000

process.stdin.resume().once('close', () => {
  setTimeout(() => process.exit(1), GRACE_MS).unref()
  process.kill(process.pid, 'SIGTERM')
})
process.stdin.unref()
