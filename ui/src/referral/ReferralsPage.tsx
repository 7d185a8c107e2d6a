import './texts.ts'
import { ListBase, useGetOne, useListContext } from 'react-admin'
import { useSearchParams } from 'react-router-dom'
import type { AccountRow } from '@hearth/contracts/account'
import { DAY_MS, MINUTE_MS } from '@hearth/contracts/kernel/dates'
import { useNow } from '../components/dates/useNow.ts'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { ExportMenu } from '../components/list/ExportMenu.tsx'
import { usePolicy } from '../data/queries/usePolicy.ts'
import { useText } from '../i18n/text.ts'
import { readReferralCode } from '../session/keptReferralCode.ts'
import { useCan, useSession } from '../session/session.ts'
import { AcceptCard, AcceptedCard } from './AcceptCard.tsx'
import { InviteCard } from './InviteCard.tsx'
import styles from './Referral.module.css'
import { ReferralRows } from './ReferralRows.tsx'
import { CurrentTerms } from './TermsCard.tsx'
import { Totals } from './Totals.tsx'
import { useReferee } from './useReferrals.ts'

/** An error is shown instead of the rows, not as a toast. */
const silentErrors = { onError: () => undefined }

/** What the account was invited with, or the field for a code while it is new or brings one. */
const Invited = () => {
  const [search] = useSearchParams()
  const code = search.get('code') ?? readReferralCode() ?? ''
  const id = useSession()?.account?.id ?? ''
  const { data: account } = useGetOne<AccountRow>('accounts', { id })
  const { data } = useReferee()
  const now = useNow(MINUTE_MS)
  const days = usePolicy('referral')?.newAccountDays ?? 0
  if (data === undefined || account === undefined) return null
  const [accepted] = data
  if (accepted !== undefined) return <AcceptedCard accepted={accepted} />
  const isNew = Date.parse(account.openedAt) + days * DAY_MS > now
  return isNew || code !== '' ? <AcceptCard key={code} code={code} /> : null
}

const Export = () => {
  const t = useText()
  const { total = 0 } = useListContext()
  return (
    <ExportMenu
      label={t('referral.export')}
      path={(ending) => `/api/referrals.${ending}`}
      disabled={total === 0}
    />
  )
}

/** `/referrals`: invite hosts, and what came of it. */
const ReferralsPage = () => {
  const t = useText()
  const isHost = useSession()?.account != null
  const mayInvite = useCan('referral.write') && isHost
  const mayAccept = useCan('referral.accept') && isHost
  return (
    <ListBase
      resource="referrals"
      perPage={25}
      sort={{ field: 'invitedAt', order: 'DESC' }}
      storeKey={false}
      queryOptions={silentErrors}
      disableAuthentication
    >
      <PageHeader title={t('referral.title')} actions={<Export />} />
      {isHost && <Totals />}
      {isHost ? (
        <div className={styles['page']}>
          <ReferralRows />
          <div className={styles['side']}>
            {mayAccept && <Invited />}
            {mayInvite && <InviteCard />}
            <CurrentTerms />
          </div>
        </div>
      ) : (
        <ReferralRows />
      )}
    </ListBase>
  )
}
export default ReferralsPage
