import { z } from 'zod'
import { SEVERITIES } from '@hearth/contracts/incident'
import { zText } from '@hearth/contracts/kernel/text'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { RadioField } from '../../components/form/fields/RadioField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import type { Incident } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useCan } from '../../session/session.ts'
import { useSeverityTime } from '../useSeverityTime.ts'

const schema = z.strictObject({ severity: z.string(), why: zText(3, 500) })

type Props = Readonly<{ incident: Incident; onClose: () => void }>

/** Raises the severity; staff also lower it. */
const SeverityDialog = ({ incident, onClose }: Props) => {
  const t = useText()
  const saved = useSaved()
  const mayLower = useCan('incident.work')
  const timeOf = useSeverityTime()
  const command = useCommand({
    resource: 'incidents',
    verb: 'escalate',
    touches: ['claims', 'blocks', 'requests'],
    onSuccess: () => {
      saved(t('incident.steps.severityChanged'))
      onClose()
    },
  })
  const form = useCommandForm({
    schema,
    values: { severity: String(incident.severity), why: '' },
    command,
    send: ({ severity, why }) => command.run({ record: incident, body: { severity: Number(severity), why } }),
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('incident.steps.severityTitle')}
      submit={t('incident.steps.severity')}
      close={t('incident.keep')}
      missing={form.body ? undefined : t('incident.steps.missing')}
      onClose={onClose}
    >
      <RadioField
        control={form.control}
        name="severity"
        label={t('incident.report.severity')}
        options={SEVERITIES.map((severity) => ({
          value: String(severity),
          label: t(`incident.severity.${severity}`),
          text: t(`incident.severityMeans.${severity}`, { time: timeOf(severity) }),
          disabled: !mayLower && severity > incident.severity,
        }))}
      />
      <TextField
        control={form.control}
        name="why"
        rows={2}
        label={t('incident.steps.severityWhy')}
        input={{ maxLength: 500 }}
      />
    </FormDialog>
  )
}
export default SeverityDialog
