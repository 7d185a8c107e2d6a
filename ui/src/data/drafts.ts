import { knownSession } from '../session/session.ts'

/**
 * Messages that were begun and not sent, kept in this browser by person, account and conversation
 * (docs/domain/thread.md#drafts). They end when the person signs out.
 */
const PREFIX = 'hearth.draft'

/** Texts for which there was no storage space: they last as long as the page. */
const unstored = new Map<string, string>()
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Calls the listener when a draft changes in this window or in another one. */
export const subscribeToDrafts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The beginning of the names of a person's drafts. */
export const nameDraftsOf = (userId: string): string => `${PREFIX}/${userId}/`

/** The name under which a draft is stored; undefined without a session. */
export const nameDraft = (threadId: string): string | undefined => {
  const session = knownSession()
  return session && `${nameDraftsOf(session.user.id)}${session.account?.id ?? ''}/${threadId}`
}

export const readDraft = (threadId: string): string => {
  const name = nameDraft(threadId)
  return name === undefined ? '' : (unstored.get(name) ?? localStorage.getItem(name) ?? '')
}

/** An empty text removes the draft. */
export const keepDraft = (threadId: string, text: string): void => {
  const name = nameDraft(threadId)
  if (name === undefined) return
  unstored.delete(name)
  try {
    if (text === '') localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    localStorage.removeItem(name)
    unstored.set(name, text)
  }
  notify()
}

/** A message that was not sent: in front of what was typed since. */
export const returnToDraft = (threadId: string, message: string): void => {
  const since = readDraft(threadId)
  keepDraft(threadId, since.trim() === '' ? message : `${message}\n\n${since}`)
}

export const forgetDrafts = (userId: string): void => {
  const isTheirs = (name: string) => name.startsWith(nameDraftsOf(userId))
  for (const name of Object.keys(localStorage).filter(isTheirs)) localStorage.removeItem(name)
  for (const name of [...unstored.keys()].filter(isTheirs)) unstored.delete(name)
  notify()
}
