/** A provider opens in its own window, so that the form that waits for the proof is kept. */
const KEY = 'hearth.proving'
const CHANNEL = 'hearth-proof'

export const openProofWindow = (address: string) =>
  window.open(address, 'hearth-proof', 'popup,width=520,height=760')

/** In that window: marks its purpose, which survives the redirect to the provider and back. */
export const rememberProof = () => sessionStorage.setItem(KEY, '1')
export const isProofWindow = () => sessionStorage.getItem(KEY) !== null

/** In that window: notifies the waiting page, and closes. */
export const finishProof = () => {
  sessionStorage.removeItem(KEY)
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('proved')
  channel.close()
  window.close()
}

/** In the waiting page. */
export const onProof = (heard: () => void) => {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = heard
  return () => channel.close()
}
