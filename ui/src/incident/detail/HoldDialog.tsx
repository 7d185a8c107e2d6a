import { z } from 'zod'
import { addDays, zLocalDate } from '@hearth/contracts/kernel/dates'
import { browserZone, todayIn } from '../../components/dates/localDate.ts'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { useSaved } from '../../components/feedback/useSaved.tsx'
import { DateField } from '../../components/form/fields/DateField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import { useCommand } from '../../data/commands/useCommand.ts'
import { useListings } from '../../data/queries/useListings.ts'
import type { Incident } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'

const schema = z
  .strictObject({ start: zLocalDate, end: zLocalDate })
  .refine(({ start, end }) => start < end, { path: ['end'], message: 'must be after the first night' })

type Props = Readonly<{ incident: Incident; onClose: () => void }>

/** Blocks further nights until the incident is resolved. */
const HoldDialog = ({ incident, onClose }: Props) => {
  const t = useText()
  const saved = useSaved()
  const listing = useListings([incident.listingId]).get(incident.listingId)
  const today = todayIn(listing?.timezone ?? browserZone())
  const command = useCommand({
    resource: 'incidents',
    verb: 'place-safety-hold',
    touches: ['claims', 'blocks', 'requests'],
    onSuccess: () => {
      saved(t('incident.steps.held'))
      onClose()
    },
  })
  const form = useCommandForm({
    schema,
    values: { start: today, end: addDays(today, 3) },
    command,
    send: (body) => command.run({ record: incident, body }),
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('incident.steps.holdTitle')}
      submit={t('incident.steps.hold')}
      close={t('incident.keep')}
      missing={form.body ? undefined : t('incident.steps.missing')}
      onClose={onClose}
    >
      <DateField control={form.control} name="start" label={t('incident.steps.holdFrom')} min={today} />
      <DateField control={form.control} name="end" label={t('incident.steps.holdTo')} min={today} />
    </FormDialog>
  )
}
export default HoldDialog
