/** A provider is asked in a window of its own, so that the form that waits for the proof stays as it is. */
const KEY = 'hearth.proving'
const CHANNEL = 'hearth-proof'

export const openProofWindow = (address: string) =>
  window.open(address, 'hearth-proof', 'popup,width=520,height=760')

/** In that window: says, over the way to the provider and back, what it is there for. */
export const rememberProof = () => sessionStorage.setItem(KEY, '1')
export const isProofWindow = () => sessionStorage.getItem(KEY) !== null

/** In that window: tells the page that waits, and closes. */
export const finishProof = () => {
  sessionStorage.removeItem(KEY)
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('proved')
  channel.close()
  window.close()
}

/** In the page that waits. */
export const onProof = (heard: () => void) => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = heard
  return () => channel.close()
}
