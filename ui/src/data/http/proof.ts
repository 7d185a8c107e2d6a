import { createStore } from '../store.ts'

/** Somebody is to prove who they are before a request is repeated; `answer` ends the question. */
export type ProofAsked = Readonly<{
  /** What is to be done, a name of the table in contracts; null where the server does not say. */
  capability: string | null
  answer: (proved: boolean) => void
}>

export const proofAsked = createStore<ProofAsked | null>(null)
let pending: Promise<boolean> | undefined
let dialogs = 0

/** Called by the dialog while it is mounted: without it no proof is asked for. */
export const attachProofDialog = () => {
  dialogs += 1
  return () => {
    dialogs -= 1
    if (dialogs === 0) proofAsked.get()?.answer(false)
  }
}

/** The question that is open; requests refused meanwhile wait for its end. */
export const proofUnderWay = () => pending

/** Asks once for all requests that wait; false when the person would rather not. */
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
