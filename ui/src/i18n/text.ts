import { useTranslate } from 'react-admin'
import type { en } from './en.ts'
import type { LazyTexts } from './lazyTexts.ts'

type Leaves<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Leaves<T[K], `${Prefix}${K}.`>
}[keyof T & string]

/** The key of every text: `booking.list.title`, `cancel.why.heading` … */
export type TextKey = Leaves<typeof en & LazyTexts>
export type Text = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

/**
 * The texts of the screens. `smart_count` chooses singular or plural (`%{smart_count} night ||||
 * %{smart_count} nights`).
 */
export const useText = (): Text => useTranslate() as Text
