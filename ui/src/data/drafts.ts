import { knownSession } from '../session/session.ts'

/**
 * Messages that were begun and not sent, kept in this browser by person, account and conversation
 * (docs/domain/thread.md#drafts). They end when the person signs out.
 */
const PREFIX = 'hearth.draft'

/** The name under which a draft is stored; undefined without a session. */
export const nameDraft = (threadId: string): string | undefined => {
  const session = knownSession()
  return session && `${PREFIX}/${session.user.id}/${session.account?.id ?? ''}/${threadId}`
}

export const readDraft = (threadId: string): string => {
  const name = nameDraft(threadId)
  return name === undefined ? '' : (localStorage.getItem(name) ?? '')
}

/** An empty text removes the draft. Without storage space it lasts as long as the page. */
export const keepDraft = (threadId: string, text: string): void => {
  const name = nameDraft(threadId)
  if (name === undefined) return
  try {
    if (text === '') localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    localStorage.removeItem(name)
  }
}

export const forgetDrafts = (userId: string): void => {
  for (const name of Object.keys(localStorage))
    if (name.startsWith(`${PREFIX}/${userId}/`)) localStorage.removeItem(name)
}
