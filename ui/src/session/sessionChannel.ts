/** One channel for sending and receiving: a tab does not hear itself. */
const channel = new BroadcastChannel('hearth-session')

/** Tells the other tabs that the session changed or ended. */
export const announceSessionChange = () => channel.postMessage('changed')

/** Reloads this tab when another one signs in or out, or switches the account. */
export const followSessionChanges = () => {
  channel.onmessage = () => location.reload()
}
