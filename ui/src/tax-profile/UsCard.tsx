import { isMissing, type SignedForm, type TaxProfile } from '@hearth/contracts/tax-profile'
import { LinkButton } from '../components/action/LinkButton.tsx'
import { formatDay } from '../components/dates/localDate.ts'
import { Card } from '../components/layout/Card.tsx'
import { useText } from '../i18n/text.ts'
import { findCountryName } from '../i18n/countries.ts'
import { to } from '../navigation/paths.ts'
import { useSession } from '../session/session.ts'
import styles from './TaxProfile.module.css'
import { formatReaderDay } from './useTaxProfile.ts'

const Signed = ({ form }: { form: SignedForm }) => {
  const t = useText()
  const id = useSession()?.account?.id ?? ''
  const { tin } = form
  const type =
    tin.type === 'foreign' ? t('taxProfile.us.foreign', { country: findCountryName(tin.country) }) : tin.type
  return (
    <div className={styles['signed']}>
      <p className="strong">{t(`taxProfile.us.names.${form.form}`)}</p>
      <p>
        {tin.last4 === ''
          ? t('taxProfile.us.numberHidden', { type })
          : t('taxProfile.us.number', { type, last4: tin.last4 })}
      </p>
      <p className="small q num">
        {t('taxProfile.us.signedBy', { day: formatReaderDay(form.signedAt), name: form.signedName })}.{' '}
        {form.validUntil === null
          ? t('taxProfile.us.validAlways')
          : t('taxProfile.us.valid', { day: formatDay(form.validUntil) })}
        .
      </p>
      <p className={form.match === 'mismatch' || form.expired ? 'bad-ink' : 'small q'}>
        {form.expired ? t('taxProfile.us.expired') : t(`taxProfile.us.match.${form.match}`)}
      </p>
      <a className="link" href={`/api/tax-profiles/${encodeURIComponent(id)}/form.pdf`}>
        {t('taxProfile.us.open')}
      </a>
    </div>
  )
}

/** The form of the US tax authority: what is asked, or what was signed. */
export const UsCard = ({ profile }: { profile: TaxProfile }) => {
  const t = useText()
  const { form, requests, answers } = profile
  const missing = isMissing(profile, 'us')
  const hasBegun = answers.entity !== null
  return (
    <Card title={t('taxProfile.us.title')}>
      <div className={styles['body']}>
        {form !== null && <Signed form={form} />}
        {form === null && <p>{t(requests.us === null ? 'taxProfile.us.none' : 'taxProfile.us.ask')}</p>}
        {form === null && requests.us !== null && <p className="small q">{t('taxProfile.us.firstPayout')}</p>}
        <LinkButton to={to.taxForm()} {...(missing && { variant: 'contained', color: 'primary' })}>
          {t(form !== null ? 'taxProfile.us.again' : hasBegun ? 'taxProfile.us.goOn' : 'taxProfile.us.start')}
        </LinkButton>
      </div>
    </Card>
  )
}
