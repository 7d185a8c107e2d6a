import { useEffect, useEffectEvent, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { keepDraft, readDraft } from '../../data/drafts.ts'
import type { FieldsForm } from './useCommandForm.ts'

/** What was kept under the name, as far as the form still has its fields. */
const readKept = <Values extends FieldValues>(name: string, values: Values): Partial<Values> | undefined => {
  const text = readDraft(name)
  if (text === '') return undefined
  try {
    const kept: unknown = JSON.parse(text)
    if (kept === null || typeof kept !== 'object') return undefined
    return Object.fromEntries(Object.entries(kept).filter(([key]) => key in values)) as Partial<Values>
  } catch {
    return undefined
  }
}

/**
 * Keeps what was typed and not saved in this browser, as drafts of messages are kept, and fills the form with it
 * when its page is opened again.
 */
export const useKeptForm = <Values extends FieldValues, Body>(
  name: string,
  { values, dirty, set }: Pick<FieldsForm<Values, Body>, 'values' | 'dirty' | 'set'>,
) => {
  const restore = useEffectEvent(() => {
    const kept = readKept(name, values)
    if (kept) set(kept)
  })
  useEffect(() => restore(), [])
  const text = dirty ? JSON.stringify(values) : ''
  const opened = useRef(false)
  useEffect(() => {
    // At first the form does not hold yet what is kept.
    if (opened.current) keepDraft(name, text)
    opened.current = true
  }, [name, text])
}

/** Forgets what was kept under the name: it was saved. */
export const forgetKept = (name: string) => keepDraft(name, '')
