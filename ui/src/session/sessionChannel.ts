/** One channel for sending and receiving, because a tab must not receive its own messages. */
const channel = new BroadcastChannel('hearth-session')

/** Notifies the other tabs that the session changed or ended. */
export const announceSessionChange = () => channel.postMessage('changed')

/** Reloads this tab when another one signs in or out, or switches the account. */
export const followSessionChanges = () => {
  channel.onmessage = () => location.reload()
}
