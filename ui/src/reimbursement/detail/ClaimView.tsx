import type { ItemRow } from '@hearth/contracts/reimbursement'
import { formatAmount } from '@hearth/contracts/kernel/money'
import { CopyButton } from '../../components/action/CopyButton.tsx'
import { browserZone } from '../../components/dates/localDate.ts'
import { ConfirmedCommand } from '../../components/dialog/ConfirmedCommand.tsx'
import { History } from '../../components/display/History.tsx'
import { HiddenNote } from '../../components/feedback/HiddenNote.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { useListings } from '../../data/queries/useListings.ts'
import type { ReimbursementRecord } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { useCan } from '../../session/session.ts'
import { EvidenceUploadsProvider, useEvidenceUploads } from '../evidence/useEvidenceUploads.ts'
import { IncidentOfClaim } from '../incident/IncidentOfClaim.tsx'
import { Evidence } from '../parts/Evidence.tsx'
import { ReimbursementStatus } from '../parts/ReimbursementStatus.tsx'
import { isPossible } from '../isPossible.ts'
import { useReimbursementHistory } from '../useReimbursement.ts'
import { AnswerCard } from './AnswerCard.tsx'
import { AppealCard } from './AppealCard.tsx'
import styles from './Claim.module.css'
import { ClaimTrack } from './ClaimTrack.tsx'
import { ClockCard } from './ClockCard.tsx'
import { InfoCard } from './InfoCard.tsx'
import { ItemView } from './ItemView.tsx'
import { MoneyCard } from './MoneyCard.tsx'

type Of = Readonly<{ claim: ReimbursementRecord }>

export const ClaimHistory = ({ claim }: Of) => {
  const t = useText()
  const history = useReimbursementHistory(claim.id)
  return (
    <Card
      title={t('reimbursement.history')}
      note={history.data && t('reimbursement.events', { smart_count: history.data.length })}
    >
      <Loaded bare query={history} failed={t('reimbursement.historyFailed')}>
        {(entries) => <History entries={entries} zone={browserZone()} />}
      </Loaded>
    </Card>
  )
}

/** The items of a claim, and the files that are about all of it. */
const Items = ({ claim, items }: Of & Readonly<{ items: readonly ItemRow[] }>) => {
  const t = useText()
  const { evidence, currency, guestAnswer, claimedMinor } = claim
  const files = evidence ?? []
  const others = files.filter(({ itemId }) => itemId === null)
  return (
    <Card
      title={
        <>
          {t('reimbursement.item.title')} <span className="c num">{items.length}</span>
        </>
      }
      note={
        claimedMinor === null
          ? undefined
          : t('reimbursement.item.claimedTotal', { amount: formatAmount(claimedMinor, currency) })
      }
    >
      <ol>
        {items.map((item, index) => (
          <ItemView
            key={item.itemId}
            item={item}
            number={index + 1}
            files={files.filter(({ itemId }) => itemId === item.itemId)}
            currency={currency}
            agreed={guestAnswer?.itemIds.includes(item.itemId) ?? false}
          />
        ))}
      </ol>
      {others.length > 0 && (
        <div className={styles['part']}>
          <h3>{t('reimbursement.evidence.other')}</h3>
          <Evidence files={others} item={t('reimbursement.evidence.other')} />
        </div>
      )}
    </Card>
  )
}

const Withdraw = ({ claim }: Of) => {
  const t = useText()
  const mayWrite = useCan('reimbursement.write')
  if (!mayWrite || !isPossible(claim, 'WithdrawReimbursement')) return null
  return (
    <ConfirmedCommand
      destructive
      resource="reimbursements"
      verb="withdraw"
      id={claim.id}
      label={t('reimbursement.withdraw.button')}
      title={t('reimbursement.withdraw.title')}
      text={t('reimbursement.withdraw.text')}
      keep={t('reimbursement.withdraw.keep')}
      saved={t('reimbursement.withdraw.done')}
    />
  )
}

export const ClaimHeader = ({ claim }: Of) => {
  const t = useText()
  const listing = useListings([claim.listingId]).get(claim.listingId)
  const { guestName, code, kind } = claim
  const who = guestName ?? t(kind === 'expense' ? 'reimbursement.kind.expense' : 'reimbursement.guest')
  return (
    <PageHeader
      title={listing ? `${who}, ${listing.title}` : who}
      crumbs={[{ label: t('reimbursement.title'), to: to.reimbursements() }, { label: code }]}
      aside={
        <>
          <ReimbursementStatus claim={claim} />
          <CopyButton quiet text={code} label={code} />
        </>
      }
      actions={<Withdraw claim={claim} />}
    />
  )
}

/** A claim that was sent: where it stands, its items and what each brings, and what the host can do. */
export const ClaimView = ({ claim }: Of) => {
  const t = useText()
  const uploads = useEvidenceUploads(claim)
  const items = claim.items ?? []
  return (
    <EvidenceUploadsProvider value={uploads}>
      <ClaimHeader claim={claim} />
      <HiddenNote of={['booking.details', 'booking.money']} />
      <ClaimTrack claim={claim} />
      <div className={styles['columns']}>
        <div className={styles['column']}>
          {claim.status === 'info_requested' && (
            <div className={styles['first']}>
              <InfoCard claim={claim} />
            </div>
          )}
          {claim.items === null ? (
            <Card title={t('reimbursement.item.title')}>
              <p className={styles['part']}>{t('reimbursement.hidden')}</p>
            </Card>
          ) : (
            <Items claim={claim} items={items} />
          )}
          {claim.status !== 'info_requested' && <InfoCard claim={claim} />}
          <ClaimHistory claim={claim} />
        </div>
        <div className={`${styles['column']} ${styles['aside']}`}>
          <ClockCard claim={claim} />
          <MoneyCard claim={claim} items={items} />
          <IncidentOfClaim claim={claim} />
          <AnswerCard claim={claim} />
          <AppealCard claim={claim} items={items} />
        </div>
      </div>
    </EvidenceUploadsProvider>
  )
}
