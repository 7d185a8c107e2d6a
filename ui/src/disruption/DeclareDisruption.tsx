import { z } from 'zod'
import { disruption, MAX_DISRUPTED_NIGHTS, zArea } from '@hearth/contracts/disruption'
import { addDays, nightsBetween } from '@hearth/contracts/kernel/dates'
import { newId } from '@hearth/contracts/kernel/ids'
import { useCommand } from '../data/commands/useCommand.ts'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { DateField } from '../components/form/fields/DateField.tsx'
import { SelectField } from '../components/form/fields/SelectField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { SubmitRow } from '../components/form/SubmitRow.tsx'
import { useCommandForm, type FieldsForm } from '../components/form/useCommandForm.ts'
import { Card } from '../components/layout/Card.tsx'
import { listCountries } from '../i18n/countries.ts'
import { useText } from '../i18n/text.ts'
import styles from './Disruption.module.css'

const { title, start, reason } = disruption.commands.DeclareDisruption.schema.shape
const COUNTRIES = listCountries().map(({ code, name }) => ({ value: code, label: name }))

/** A number that may be left out. */
const zTyped = z.string().transform((text, context) => {
  if (text.trim() === '') return null
  const number = Number(text.trim())
  if (!Number.isNaN(number)) return number
  context.addIssue({ code: 'custom', message: 'must be a number' })
  return z.NEVER
})

/** The point and the radius are typed into fields of their own; the last night is one of the event’s. */
const zForm = z
  .strictObject({
    title,
    country: zArea.shape.country,
    region: z.string().trim().max(80),
    lat: zTyped,
    lng: zTyped,
    radiusKm: zTyped,
    firstNight: start,
    lastNight: start,
    reason,
  })
  .refine(
    ({ firstNight, lastNight }) => {
      const nights = nightsBetween(firstNight, lastNight) + 1
      return nights >= 1 && nights <= MAX_DISRUPTED_NIGHTS
    },
    { path: ['lastNight'] },
  )
  .refine(
    ({ lat, lng, radiusKm }) =>
      [lat, lng, radiusKm].every((part) => part === null) ||
      zArea.shape.circle.safeParse({ center: { lat, lng }, radiusKm }).success,
    {
      path: ['radiusKm'],
    },
  )
type Values = z.input<typeof zForm>
type Body = z.output<typeof zForm>
type Form = FieldsForm<Values, Body>
const UNFILLED: Values = {
  title: '',
  country: 'PT',
  region: '',
  lat: '',
  lng: '',
  radiusKm: '',
  firstNight: '',
  lastNight: '',
  reason: '',
}

const toDeclaration = ({ country, region, lat, lng, radiusKm, firstNight, lastNight, ...rest }: Body) => ({
  ...rest,
  area: {
    country,
    region: region === '' ? null : region,
    circle: lat === null || lng === null || radiusKm === null ? null : { center: { lat, lng }, radiusKm },
  },
  start: firstNight,
  end: addDays(lastNight, 1),
})

const useDeclareForm = () => {
  const t = useText()
  const saved = useSaved()
  const declare = useCommand({
    resource: 'disruptions',
    verb: 'declare',
    onSuccess: () => {
      form.reset()
      saved(t('disruption.declared'))
    },
  })
  const form = useCommandForm({
    schema: zForm,
    values: UNFILLED,
    command: declare,
    send: (body) => declare.run({ record: { id: newId() }, body: toDeclaration(body) }),
    mode: 'onSubmit',
    draft: { name: 'disruption', fields: ['title', 'reason'] },
  })
  return form
}

const AreaFields = ({ form: { control } }: { form: Form }) => {
  const t = useText()
  return (
    <>
      <div className={styles['double']}>
        <SelectField control={control} name="country" label={t('disruption.country')} options={COUNTRIES} />
        <TextField
          control={control}
          name="region"
          label={t('disruption.region')}
          help={t('disruption.regionHelp')}
          input={{ maxLength: 80 }}
        />
      </div>
      <div className={styles['triple']}>
        <TextField
          control={control}
          name="lat"
          label={t('disruption.lat')}
          wrong={t('disruption.wrongCircle')}
        />
        <TextField
          control={control}
          name="lng"
          label={t('disruption.lng')}
          wrong={t('disruption.wrongCircle')}
        />
        <TextField
          control={control}
          name="radiusKm"
          label={t('disruption.radius')}
          wrong={t('disruption.wrongCircle')}
        />
      </div>
      <p className="cap c">{t('disruption.circleHelp')}</p>
    </>
  )
}

/** Declares an event for an area and nights; another admin approves it. */
export const DeclareDisruption = () => {
  const t = useText()
  const form = useDeclareForm()
  const { control, values } = form
  const isFilled = [values.title, values.firstNight, values.lastNight, values.reason].every(
    (text) => text.trim() !== '',
  )
  return (
    <Card title={t('disruption.declare')}>
      <div className={styles['form']}>
        <p className="small q">{t('disruption.intro')}</p>
        <TextField
          control={control}
          name="title"
          label={t('disruption.title')}
          help={t('disruption.titleHelp')}
          wrong={t('disruption.wrongTitle')}
          input={{ maxLength: 120 }}
        />
        <AreaFields form={form} />
        <div className={styles['double']}>
          <DateField
            control={control}
            name="firstNight"
            label={t('disruption.firstNight')}
            wrong={t('disruption.wrongDates')}
          />
          <DateField
            control={control}
            name="lastNight"
            label={t('disruption.lastNight')}
            wrong={t('disruption.wrongDates')}
          />
        </div>
        <TextField
          control={control}
          name="reason"
          rows={3}
          label={t('disruption.reason')}
          help={t('disruption.reasonHelp')}
          wrong={t('disruption.wrongReason')}
          input={{ maxLength: 500 }}
        />
        <ProblemText error={form.error} />
        <SubmitRow
          missing={isFilled ? undefined : t('disruption.missing')}
          pending={form.pending}
          onSubmit={form.submit}
        >
          {t('disruption.send')}
        </SubmitRow>
      </div>
    </Card>
  )
}
