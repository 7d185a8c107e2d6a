import { createStore } from '../store.ts'

/** A request waits until the person confirms their identity; `answer` ends the question. */
export type ProofAsked = Readonly<{
  /** The capability that the request needs; null where the server does not name it. */
  capability: string | null
  answer: (proved: boolean) => void
}>

export const proofAsked = createStore<ProofAsked | null>(null)
let pending: Promise<boolean> | undefined
let dialogs = 0

/** Called by the dialog while it is mounted; without it, requests do not wait for a proof. */
export const attachProofDialog = () => {
  dialogs += 1
  return () => {
    dialogs -= 1
    if (dialogs === 0) proofAsked.get()?.answer(false)
  }
}

/** The open question; requests that are refused meanwhile wait for its answer. */
export const proofUnderWay = () => pending

/** Asks once for all waiting requests; false when the person cancels. */
export const askForProof = (capability: string | null): Promise<boolean> => {
  if (dialogs === 0) return Promise.resolve(false)
  pending ??= new Promise((resolve) => {
    proofAsked.set({
      capability,
      answer: (proved) => {
        pending = undefined
        proofAsked.set(null)
        resolve(proved)
      },
    })
  })
  return pending
}
