import { z } from 'zod'
import { zText } from '@hearth/contracts/kernel/text'
import {
  decideItem,
  REASON_CODES,
  zClaimedMinor,
  zReasonCode,
  type DecidedItem,
  type Evidence,
  type ItemRow,
  type ReasonCode,
} from '@hearth/contracts/reimbursement'
import type { FieldsForm } from '../../components/form/useCommandForm.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'

export const MAX_NOTE = 1_000

/** What a reviewer says of each item, in their order. No reason yet is an empty one. */
export const reviewSchema = z.strictObject({
  items: z.array(
    z
      .strictObject({
        reason: z.string(),
        marketMinor: zClaimedMinor.nullable(),
        note: zText(3, MAX_NOTE).nullable(),
      })
      .refine(({ reason }) => zReasonCode.safeParse(reason).success, { path: ['reason'] })
      .refine(({ reason, marketMinor }) => reason !== 'above_market_quote' || marketMinor !== null, {
        path: ['marketMinor'],
      }),
  ),
})
export type ReviewValues = z.input<typeof reviewSchema>
export type ReviewForm = FieldsForm<ReviewValues, z.output<typeof reviewSchema>>
type Answer = ReviewValues['items'][number]

export const noAnswers = (items: readonly ItemRow[]): ReviewValues => ({
  items: items.map(() => ({ reason: '', marketMinor: null, note: null })),
})

type Context = Pick<ReimbursementRecord, 'terms' | 'checkOut' | 'openedAt'>
const contextOf = ({ terms, checkOut, openedAt }: Context) => ({
  terms,
  on: checkOut ?? openedAt.slice(0, 10),
})

/** What the reason makes of the item, by the function that the server decides with; null without one. */
export const decideAnswer = (
  item: ItemRow,
  { reason, marketMinor }: Pick<Answer, 'reason' | 'marketMinor'>,
  claim: Context,
): DecidedItem | null => {
  const code = zReasonCode.safeParse(reason).data
  if (code === undefined) return null
  const market = typeof marketMinor === 'number' && !Number.isNaN(marketMinor) ? marketMinor : null
  return decideItem(item, item.formula, { reason: code, marketMinor: market }, contextOf(claim))
}

/** Wear can only be seen by comparing. */
const canCompare = (files: readonly Evidence[]) =>
  (['photo_before', 'photo_after'] as const).every((kind) => files.some((file) => file.kind === kind))

/** The reasons that fit an item, with its files. */
export const listReasons = (
  item: ItemRow,
  files: readonly Evidence[],
  claim: Context,
): readonly ReasonCode[] => {
  const marketMinor = item.costMinor ?? item.claimedMinor
  return REASON_CODES.filter(
    (reason) =>
      (reason !== 'wear_and_tear' || canCompare(files)) &&
      decideAnswer(item, { reason, marketMinor }, claim) !== null,
  )
}
