import { createContext, use } from 'react'

/** Whether the questions around are shown as text, because the session cannot answer them. */
export const ReadOnlyAnswers = createContext(false)
export const useReadOnlyAnswers = (): boolean => use(ReadOnlyAnswers)
