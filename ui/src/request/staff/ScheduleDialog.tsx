import { z } from 'zod'
import { zLocalDate, zLocalTime } from '@hearth/contracts/kernel/dates'
import { zLine } from '@hearth/contracts/kernel/text'
import { browserZone, findInstant, todayIn, wallClock, zoneName } from '../../components/dates/localDate.ts'
import { FormDialog } from '../../components/dialog/FormDialog.tsx'
import { DateField } from '../../components/form/fields/DateField.tsx'
import { NumberField } from '../../components/form/fields/NumberField.tsx'
import { TextField } from '../../components/form/fields/TextField.tsx'
import { TimeField } from '../../components/form/fields/TimeField.tsx'
import { useCommandForm } from '../../components/form/useCommandForm.ts'
import type { RequestRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { useWorkDialog } from './useWorkDialog.ts'

const MAX_VENDOR = 80
const DEFAULT_MINUTES = 120
const schema = z.strictObject({
  date: zLocalDate,
  time: zLocalTime,
  minutes: z.int().min(15).max(1_440),
  vendor: zLine(1, MAX_VENDOR).nullable(),
})
type Values = z.input<typeof schema>

/** The appointment as it is, or else the first time that suits the host. */
const suggest = ({ startsAt, preferredSlots, vendor }: RequestRecord, zone: string): Values => {
  const start = startsAt ?? preferredSlots.find((slot) => Date.parse(slot.startsAt) > Date.now())?.startsAt
  const { date, time } = start === undefined ? { date: '', time: '10:00' } : wallClock(start, zone)
  return { date, time, minutes: DEFAULT_MINUTES, vendor }
}

type Props = Readonly<{ request: RequestRecord; onClose: () => void }>

/** The time of the visit, on the clock of the home. */
const ScheduleDialog = ({ request, onClose }: Props) => {
  const t = useText()
  const done = t('request.service.scheduled')
  const { command, listing } = useWorkDialog({ request, verb: 'schedule', done, onClose })
  const zone = listing?.timezone ?? browserZone()
  const form = useCommandForm({
    schema,
    values: suggest(request, zone),
    command,
    send: ({ date, time, ...body }) =>
      command.run({ record: request, body: { ...body, startsAt: findInstant(date, time, zone) } }),
    mode: 'onSubmit',
  })
  return (
    <FormDialog
      {...form.sending}
      title={t('request.service.scheduleTitle')}
      submit={t('request.service.schedule')}
      close={t('request.decide.keep')}
      missing={form.body ? undefined : t('request.service.scheduleMissing')}
      onClose={onClose}
    >
      <p className="q">{t('request.service.scheduleZone', { place: zoneName(zone) })}</p>
      <DateField control={form.control} name="date" label={t('request.service.date')} min={todayIn(zone)} />
      <TimeField control={form.control} name="time" label={t('request.service.time')} />
      <NumberField
        control={form.control}
        name="minutes"
        label={t('request.service.takes')}
        unit={t('request.service.minutes')}
      />
      <TextField
        control={form.control}
        name="vendor"
        optional
        label={t('request.facts.vendor')}
        note={t('request.decide.optional')}
        input={{ maxLength: MAX_VENDOR }}
      />
    </FormDialog>
  )
}
export default ScheduleDialog
