/** One channel for sending and receiving: a tab does not hear itself. */
const channel = new BroadcastChannel('hearth-session')

/** Another account or nobody from now on: the other tabs show the same. */
export const announceSessionChange = () => channel.postMessage('changed')

/** Loads this tab anew when another one signed in, out, or switched the account. */
export const followSessionChanges = () => {
  channel.onmessage = () => location.reload()
}
