import type { Currency } from '@hearth/contracts/kernel/money'
import type { SectionName } from '@hearth/contracts/listing/sections/sections'
import type { Spec } from './spec.ts'

export type AnswerProps = Readonly<{
  section: SectionName
  listingId: string
  currency: Currency
  spec: Spec
  /** The names that lead to it, for its texts. */
  words: readonly string[]
  /** Its path in the section, for errors: `steps/0/text`. */
  at: string
  value: unknown
  errors: Readonly<Record<string, string>>
  onChange: (value: unknown) => void
}>

/** The props of an answer whose question is of one of these kinds. */
export type AnswerOf<Kind extends Spec['kind']> = AnswerProps & { spec: Extract<Spec, { kind: Kind }> }
