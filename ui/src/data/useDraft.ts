import { useSyncExternalStore } from 'react'
import { keepDraft, readDraft, subscribeToDrafts } from './drafts.ts'

/** What a person types, kept in this browser until it is sent (docs/domain/console.md#drafts). */
export const useDraft = (name: string) =>
  [
    useSyncExternalStore(subscribeToDrafts, () => readDraft(name)),
    (text: string) => keepDraft(name, text),
  ] as const
