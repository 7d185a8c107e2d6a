import { z } from 'zod'
import { zText } from '@hearth/contracts/kernel/text'
import {
  DECLINE_REASONS_FOR,
  EXPLAINED_REASONS,
  zDeclineReason,
  type DeclineReason,
} from '@hearth/contracts/request'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { SelectField } from '../../components/form/fields/SelectField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { problemCode } from '../../data/http/problems.ts'
import { useText } from '../../i18n/text.ts'
import { useRequestName } from '../useRequestTitle.ts'
import type { GuestDecision } from './useGuestDecision.ts'

const MAX_TEXT = 2_000
const schema = z
  .strictObject({ reason: zDeclineReason.nullable(), text: zText(3, MAX_TEXT).nullable() })
  .refine(({ reason }) => reason !== null, { path: ['reason'] })
  .refine(({ reason, text }) => reason === null || text !== null || !EXPLAINED_REASONS.includes(reason), {
    path: ['text'],
  })
const nothing: { reason: DeclineReason | null; text: string | null } = { reason: null, text: null }

type Props = Readonly<{
  request: RequestRecord
  decision: GuestDecision
  /** What declining does. */
  effect: string
  onClose: () => void
}>

/** Why the guest is declined, after what it does was shown. */
const DeclineDialog = ({ request, decision, effect, onClose }: Props) => {
  const t = useText()
  const nameOf = useRequestName()
  const { decline } = decision
  const form = useCommandForm({
    schema,
    values: nothing,
    command: decline,
    send: (answer) => void decision.sendDecline(answer),
    mode: 'onSubmit',
    draft: `decline/${request.id}`,
  })
  const { reason } = form.values
  const missing = form.body
    ? undefined
    : t(reason === null ? 'request.decide.missingReason' : 'request.decide.missingText')
  // Another person came first: the page says who.
  if (problemCode(decline.error) === 'ALREADY_DECIDED') return null
  return (
    <FormDialog
      {...form.sending}
      title={t('request.decide.declineTitle')}
      submit={t('request.decide.decline')}
      close={t('request.decide.keep')}
      missing={missing}
      onClose={onClose}
    >
      <p className="q">
        {nameOf(request)}: {effect}
      </p>
      <SelectField
        control={form.control}
        name="reason"
        label={t('request.decide.why')}
        none={t('request.decide.chooseReason')}
        options={DECLINE_REASONS_FOR[decision.kind].map((value) => ({
          value,
          label: t(`request.reason.${value}`),
        }))}
      />
      <TextField
        control={form.control}
        name="text"
        optional
        rows={3}
        label={t('request.decide.explain')}
        note={reason !== null && EXPLAINED_REASONS.includes(reason) ? '' : t('request.decide.optional')}
        input={{ maxLength: MAX_TEXT }}
      />
    </FormDialog>
  )
}
export default DeclineDialog
