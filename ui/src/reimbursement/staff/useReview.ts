import { nominalToMinor, sum } from '@hearth/contracts/kernel/money'
import { zReasonCode, type ItemRow } from '@hearth/contracts/reimbursement'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { forgetKept, useKeptForm } from '../../components/form/useKeptForm.ts'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { decideAnswer, noAnswers, reviewSchema } from './reviewForm.ts'

/**
 * The reviewer's decision as it is made: the form, what each answer comes to, and the total. It stays in this
 * browser until it is sent.
 */
export const useReview = (claim: ReimbursementRecord, items: readonly ItemRow[]) => {
  const t = useText()
  const saved = useSaved()
  const kept = `reimbursement/${claim.id}/review`
  const limitMinor = nominalToMinor(claim.terms.secondPersonAboveNominal, claim.currency)
  const command = useCommand({
    resource: 'reimbursements',
    verb: 'decide',
    onSuccess: ({ events }) => {
      forgetKept(kept)
      saved(
        t(
          events.includes('ReimbursementDecisionProposed')
            ? 'reimbursement.review.proposed'
            : 'reimbursement.review.decided',
        ),
      )
    },
  })
  const form = useCommandForm({
    schema: reviewSchema,
    values: noAnswers(items),
    command,
    send: ({ items: answers }) =>
      command.run({
        record: claim,
        body: {
          items: items.flatMap((item, index) => {
            const answer = answers[index]
            const decided = answer && decideAnswer(item, answer, claim)
            return answer && decided
              ? [
                  {
                    itemId: item.itemId,
                    reason: zReasonCode.parse(answer.reason),
                    approvedMinor: decided.approvedMinor,
                    marketMinor: answer.reason === 'above_market_quote' ? answer.marketMinor : null,
                    note: answer.note,
                  },
                ]
              : []
          }),
        },
      }),
    mode: 'onSubmit',
  })
  useKeptForm(kept, form)
  const results = items.map((item, index) => {
    const answer = form.values.items[index]
    return answer ? decideAnswer(item, answer, claim) : null
  })
  const totalMinor = sum(results.map((result) => result?.approvedMinor ?? 0))
  return {
    form,
    results,
    totalMinor,
    limitMinor,
    needsSecond: totalMinor > limitMinor,
    undecided: items.filter((_, index) => results[index] === null),
  }
}
export type Review = ReturnType<typeof useReview>
