import './texts.ts'
import { listMissing, readTaxStatus, type TaxProfile, type TaxStatus } from '@hearth/contracts/tax-profile'
import { Banner } from '../components/feedback/Banner.tsx'
import { Loaded } from '../components/feedback/Loaded.tsx'
import { Card } from '../components/layout/Card.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { FactList, type Fact } from '../components/display/FactList.tsx'
import { formatDay } from '../components/dates/localDate.ts'
import { StatusChip } from '../components/status/StatusChip.tsx'
import { useText, type Text } from '../i18n/text.ts'
import { useSession } from '../session/session.ts'
import type { Tone } from '../theme/tokens.ts'
import { Dac7Card } from './Dac7Card.tsx'
import { DocumentsCard } from './documents/DocumentsCard.tsx'
import { MeterCard } from './MeterCard.tsx'
import styles from './TaxProfile.module.css'
import { UsCard } from './UsCard.tsx'
import { formatReaderDay, useTaxProfile } from './useTaxProfile.ts'
import { VatCard } from './VatCard.tsx'

const TONES: Readonly<Record<TaxStatus, Tone>> = {
  not_started: 'mute',
  incomplete: 'warn',
  pending_validation: 'info',
  complete: 'ok',
  invalid: 'bad',
  expired: 'bad',
}

const describeForm = ({ form, requests }: TaxProfile, t: Text): Omit<Fact, 'term'> => {
  if (form !== null && !form.expired && form.match !== 'mismatch')
    return {
      value: t(`taxProfile.us.names.${form.form}`),
      detail:
        form.validUntil === null
          ? t('taxProfile.facts.signed', { day: formatReaderDay(form.signedAt) })
          : t('taxProfile.facts.validUntil', { day: formatDay(form.validUntil) }),
    }
  return requests.us === null
    ? { value: t('taxProfile.facts.notAsked') }
    : {
        value: t('taxProfile.facts.missing'),
        detail: t('taxProfile.facts.asked', { day: formatReaderDay(requests.us) }),
      }
}

const describeDac7 = ({ dac7, requests }: TaxProfile, t: Text): Omit<Fact, 'term'> => {
  if (dac7 !== null)
    return {
      value: t('taxProfile.facts.onFile'),
      detail: t('taxProfile.facts.provided', { day: formatReaderDay(dac7.providedAt) }),
    }
  return requests.dac7 === null
    ? { value: t('taxProfile.facts.notAsked') }
    : {
        value: t('taxProfile.facts.missing'),
        detail: t('taxProfile.facts.asked', { day: formatReaderDay(requests.dac7) }),
      }
}

const TaxFacts = ({ profile }: { profile: TaxProfile }) => {
  const t = useText()
  const status = readTaxStatus(profile)
  const isAsked = status === 'not_started' && listMissing(profile).length > 0
  return (
    <FactList
      facts={[
        {
          term: t('taxProfile.facts.status'),
          value: <StatusChip tone={TONES[status]}>{t(`taxProfile.status.${status}`)}</StatusChip>,
          detail: t(`taxProfile.facts.statusText.${isAsked ? 'incomplete' : status}`),
        },
        { term: t('taxProfile.facts.form'), ...describeForm(profile, t) },
        { term: t('taxProfile.facts.dac7'), ...describeDac7(profile, t) },
        {
          term: t('taxProfile.facts.withheld'),
          value: t('taxProfile.facts.nothing'),
          detail: t('taxProfile.facts.neverWithheld'),
        },
      ]}
    />
  )
}

const Center = ({ profile }: { profile: TaxProfile }) => {
  const t = useText()
  const isAmerican = profile.form?.form === 'W9' || profile.answers.usPerson === true
  const isHeld = profile.holds.us !== null || profile.holds.dac7 !== null
  return (
    <>
      {isHeld && (
        <Banner icon="alert" title={t('taxProfile.hold.title')}>
          {t('taxProfile.hold.text')}
        </Banner>
      )}
      <TaxFacts profile={profile} />
      <div className={styles['page']}>
        <div className={styles['column']}>
          {isAmerican && <MeterCard state={profile.form?.person.region ?? null} />}
          <UsCard profile={profile} />
          <VatCard vat={profile.vat} />
        </div>
        <div className={styles['column']}>
          <Dac7Card profile={profile} />
          <DocumentsCard documents={profile.documents} />
          <Card title={t('taxProfile.who.title')}>
            <p className={styles['body']}>{t('taxProfile.who.text')}</p>
          </Card>
        </div>
      </div>
    </>
  )
}

/** `/tax-center`: what is missing, since when and until when, and what is on file. */
const TaxCenterPage = () => {
  const t = useText()
  const session = useSession()
  const query = useTaxProfile()
  return (
    <>
      <PageHeader title={t('taxProfile.title')} detail={session?.account?.displayName} />
      <Loaded query={query} failed={t('taxProfile.failed')} height={420}>
        {(profile) => <Center profile={profile} />}
      </Loaded>
    </>
  )
}
export default TaxCenterPage
