import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { z } from 'zod'
import { addHours, zLocalDate, zLocalTime } from '@hearth/contracts/kernel/dates'
import { zLine, zText } from '@hearth/contracts/kernel/text'
import {
  MAX_PREFERRED_SLOTS,
  MAX_REQUEST_FILES,
  ASKED_SERVICE_TYPES,
  URGENCIES,
  zRequestFiles,
  zServiceType,
  zUrgency,
} from '@hearth/contracts/request'
import { browserZone, findInstant, todayIn } from '../components/dates/localDate.ts'
import { FormDialog } from '../components/dialog/FormDialog.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { DateField } from '../components/form/fields/DateField.tsx'
import { RadioField } from '../components/form/fields/RadioField.tsx'
import { SelectField } from '../components/form/fields/SelectField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { TimeField } from '../components/form/fields/TimeField.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useAllListings } from '../data/queries/useAllListings.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { useCan } from '../session/session.ts'
import styles from './AskDialog.module.css'
import { FilesField } from '../components/files/FilesField.tsx'

const MAX_SUBJECT = 120
const MAX_BODY = 4_000
/** A time that suits is the beginning of so many hours. */
const SLOT_HOURS = 2
const SLOTS = Array.from({ length: MAX_PREFERRED_SLOTS }, (_, index) => index)
const schema = z.strictObject({
  listingId: z.string().min(1),
  type: zServiceType,
  urgency: zUrgency,
  subject: zLine(3, MAX_SUBJECT),
  body: zText(0, MAX_BODY),
  fileIds: zRequestFiles.unwrap(),
  slots: z.array(z.strictObject({ date: zLocalDate.nullable(), time: zLocalTime })),
})

/** The times that suit, on the clock of the home. */
const listSlots = (slots: z.output<typeof schema>['slots'], zone: string) =>
  slots.flatMap(({ date, time }) => {
    if (date === null) return []
    const startsAt = findInstant(date, time, zone)
    return [{ startsAt, endsAt: addHours(startsAt, SLOT_HOURS) }]
  })

/** A new service request of the host; opens its page once it is sent. */
const AskDialog = ({ onClose }: { onClose: () => void }) => {
  const t = useText()
  const navigate = useNavigate()
  const saved = useSaved()
  const { data: listings = [] } = useAllListings()
  const [busy, setBusy] = useState(false)
  const mayUpload = useCan('listing.write')
  const command = useCommand({
    resource: 'service-requests',
    touches: ['requests'],
    onSuccess: ({ id }) => {
      saved(t('request.ask.sent'))
      void navigate(to.request(id))
    },
  })
  const values: z.input<typeof schema> = {
    listingId: listings.length === 1 ? (listings[0]?.id ?? '') : '',
    type: 'maintenance',
    urgency: 'normal',
    subject: '',
    body: '',
    fileIds: [],
    slots: SLOTS.map(() => ({ date: null, time: '10:00' })),
  }
  const form = useCommandForm({
    schema,
    values,
    command,
    send: ({ slots, ...body }) => {
      const zone = listings.find(({ id }) => id === body.listingId)?.timezone ?? browserZone()
      command.run({ body: { ...body, preferredSlots: listSlots(slots, zone) } })
    },
    mode: 'onSubmit',
    draft: 'service-request',
  })
  const { listingId } = form.values
  const { set } = form
  const filesOf = useRef(listingId)
  // Files belong to the listing that they were uploaded for.
  useEffect(() => {
    if (filesOf.current === listingId) return
    filesOf.current = listingId
    set({ fileIds: [] })
  }, [listingId, set])
  const missing = busy ? t('files.wait') : form.body ? undefined : t('request.ask.missing')
  return (
    <FormDialog
      {...form.sending}
      title={t('request.ask.title')}
      submit={t('request.ask.send')}
      close={t('request.decide.keep')}
      missing={missing}
      onClose={onClose}
    >
      <SelectField
        control={form.control}
        name="listingId"
        label={t('request.ask.listing')}
        options={[
          { value: '', label: t('request.ask.chooseListing') },
          ...listings.map(({ id, title }) => ({ value: id, label: title })),
        ]}
      />
      <SelectField
        control={form.control}
        name="type"
        label={t('request.ask.type')}
        options={ASKED_SERVICE_TYPES.map((value) => ({ value, label: t(`request.type.${value}`) }))}
      />
      <RadioField
        control={form.control}
        name="urgency"
        label={t('request.ask.urgency')}
        options={URGENCIES.toReversed().map((value) => ({
          value,
          label: t(`request.urgency.${value}`),
          text: t(`request.urgencyHelp.${value}`),
        }))}
      />
      <TextField
        control={form.control}
        name="subject"
        label={t('request.ask.subject')}
        input={{ maxLength: MAX_SUBJECT }}
      />
      <TextField
        control={form.control}
        name="body"
        rows={3}
        label={t('request.ask.body')}
        input={{ maxLength: MAX_BODY }}
      />
      <fieldset className={styles['slots']}>
        <legend>{t('request.facts.preferred')}</legend>
        {SLOTS.map((index) => (
          <div key={index} className={styles['slot']}>
            <DateField
              control={form.control}
              name={`slots.${index}.date`}
              optional
              label={t('request.ask.date', { number: index + 1 })}
              min={todayIn(browserZone())}
            />
            <TimeField
              control={form.control}
              name={`slots.${index}.time`}
              label={t('request.ask.time', { number: index + 1 })}
            />
          </div>
        ))}
      </fieldset>
      {mayUpload && listingId !== '' && (
        <FilesField
          key={listingId}
          control={form.control}
          name="fileIds"
          label={t('request.ask.files')}
          listingId={listingId}
          max={MAX_REQUEST_FILES}
          onBusy={setBusy}
        />
      )}
    </FormDialog>
  )
}
export default AskDialog
