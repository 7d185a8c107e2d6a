import { useTranslate } from 'react-admin'
import type { en } from './en.ts'
import type { LazyTexts } from './lazyTexts.ts'

type Leaves<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Leaves<T[K], `${Prefix}${K}.`>
}[keyof T & string]

/** Every text there is: `bookings.title`, `cancel.why.heading` … */
export type TextKey = Leaves<typeof en & LazyTexts>
export type Text = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string

/**
 * The one way to put words on a screen. `smart_count` picks singular or plural (`%{smart_count} night ||||
 * %{smart_count} nights`).
 */
export const useText = (): Text => useTranslate() as Text
