import './texts.ts'
import { z } from 'zod'
import { useGetList } from 'react-admin'
import { useNavigate } from 'react-router-dom'
import { taxProfile, zPersonAnswer, type TaxProfile } from '@hearth/contracts/tax-profile'
import { Icon } from '../components/display/icons.tsx'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { CommandForm } from '../components/form/CommandForm.tsx'
import { DateField } from '../components/form/fields/DateField.tsx'
import { RadioField } from '../components/form/fields/RadioField.tsx'
import { SelectField } from '../components/form/fields/SelectField.tsx'
import { TextField } from '../components/form/fields/TextField.tsx'
import { SubmitButton } from '../components/form/SubmitButton.tsx'
import { useCommandForm } from '../components/form/useCommandForm.ts'
import { Card } from '../components/layout/Card.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import type { Listing } from '../data/records/records.ts'
import { listCountries } from '../i18n/countries.ts'
import { useText } from '../i18n/text.ts'
import { to } from '../navigation/paths.ts'
import { PersonFields, readPerson, type PersonForm } from './PersonFields.tsx'
import styles from './TaxProfile.module.css'
import { useAccountIdentity, useTaxCommand, useTaxProfile } from './useTaxProfile.ts'

const schema = taxProfile.commands.SubmitDac7.schema.extend({
  person: zPersonAnswer,
  tins: z.tuple([taxProfile.commands.SubmitDac7.schema.shape.tins.element]),
})
type Home = Pick<Listing, 'id' | 'title' | 'registration'>

const Details = ({ profile, homes }: { profile: TaxProfile; homes: readonly Home[] }) => {
  const t = useText()
  const navigate = useNavigate()
  const identity = useAccountIdentity()
  const { answers, form: signed, dac7 } = profile
  const known = dac7 ?? signed
  const person = readPerson(known ?? answers, identity)
  const submit = useTaxCommand('submit-dac7', {
    said: t('taxProfile.dac7.done'),
    onSuccess: () => navigate(to.taxCenter()),
  })
  const form = useCommandForm({
    schema,
    values: {
      entity: known?.entity ?? answers.entity ?? 'individual',
      person: {
        ...person,
        birthDate: dac7?.person.birthDate ?? null,
        registerNumber: dac7?.person.registerNumber ?? null,
      },
      tins: [{ country: person.country, type: 'foreign', number: '' }],
      properties: homes.map(({ id, registration }) => ({
        listingId: id,
        landRegistryNumber: registration?.landRegistryNumber ?? null,
      })),
    },
    command: submit,
    mode: 'onSubmit',
    send: ({ tins: [tin], ...body }) =>
      submit.run({
        ...body,
        tins: [tin.country === 'US' ? { ...tin, type: body.entity === 'company' ? 'EIN' : 'SSN' } : tin],
      }),
  })
  const { control, values } = form
  return (
    <CommandForm form={form} className={styles['question']} label={t('taxProfile.dac7.title')}>
      <RadioField
        inline
        control={control}
        name="entity"
        label={t('taxProfile.ask.entity')}
        options={(['individual', 'company'] as const).map((value) => ({
          value,
          label: t(`taxProfile.entity.${value}.label`),
        }))}
      />
      <PersonFields form={form as unknown as PersonForm} />
      {values.entity === 'individual' ? (
        <DateField
          optional
          control={control}
          name="person.birthDate"
          min="1900-01-01"
          label={t('taxProfile.field.birthDate')}
          wrong={t('taxProfile.wrong.date')}
        />
      ) : (
        <TextField
          optional
          control={control}
          name="person.registerNumber"
          label={t('taxProfile.field.registerNumber')}
          wrong={t('taxProfile.wrong.text')}
        />
      )}
      <SelectField
        control={control}
        name="tins.0.country"
        label={t('taxProfile.field.tinCountry')}
        options={listCountries().map(({ code, name }) => ({ value: code, label: name }))}
      />
      <TextField
        control={control}
        name="tins.0.number"
        label={t('taxProfile.field.tinNumber')}
        help={t('taxProfile.numberHelp')}
        wrong={t('taxProfile.wrong.number')}
        autoComplete="off"
      />
      {homes.map(({ id, title }, index) => (
        <TextField
          optional
          key={id}
          control={control}
          name={`properties.${index}.landRegistryNumber`}
          label={t('taxProfile.dac7.land', { title })}
          help={t('taxProfile.dac7.landHelp')}
          wrong={t('taxProfile.wrong.text')}
        />
      ))}
      <ProblemText error={form.error} />
      <div className={styles['buttons']}>
        <SubmitButton form={{ body: {}, pending: form.pending }}>{t('taxProfile.dac7.submit')}</SubmitButton>
      </div>
    </CommandForm>
  )
}

/** Homes where a land register number can be asked for; a home elsewhere in Europe simply has none. */
const useHomes = () =>
  useGetList<Listing>(
    'listings',
    { pagination: { page: 1, perPage: 100 }, sort: { field: 'title', order: 'ASC' } },
    {
      select: ({ data, ...rest }) => ({
        ...rest,
        data: data.filter(({ timezone, status }) => timezone.startsWith('Europe/') && status !== 'delisted'),
      }),
    },
  )

/** `/tax-center/dac7`: what EU law wants reported about the host and the homes. */
const Dac7Page = () => {
  const t = useText()
  const query = useTaxProfile()
  const { data: homes } = useHomes()
  const both = { ...query, data: query.data && homes && { profile: query.data, homes } }
  return (
    <>
      <PageHeader
        title={t('taxProfile.dac7.title')}
        crumbs={[{ label: t('taxProfile.title'), to: to.taxCenter() }, { label: t('taxProfile.dac7.title') }]}
      />
      <Loaded query={both} failed={t('taxProfile.failed')} height={420}>
        {(data) => (
          <div className={styles['page']}>
            <Card>
              {data.profile.requests.dac7 === null && data.profile.dac7 === null && (
                <p className={styles['unasked']}>
                  <Icon name="check" size={16} />
                  {t('taxProfile.dac7.notAsked')}
                </p>
              )}
              <Details {...data} />
            </Card>
            <Card title={t('taxProfile.dac7.why')}>
              <div className={styles['body']}>
                <p>{t('taxProfile.dac7.whyText')}</p>
                <p className="small q">{t('taxProfile.dac7.whyMinimum')}</p>
              </div>
            </Card>
          </div>
        )}
      </Loaded>
    </>
  )
}
export default Dac7Page
