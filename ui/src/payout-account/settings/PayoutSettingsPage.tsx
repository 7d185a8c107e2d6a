import { Button } from '@mui/material'
import { useGetOne } from 'react-admin'
import { useSession } from '../../session/session.ts'
import { useSearchChange } from '../../navigation/useSearchChange.ts'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import type { Account } from '../../data/records/records.ts'
import { payoutAccountTexts } from '../../i18n/en/payoutAccount.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { PageHeader } from '../../components/layout/PageHeader.tsx'
import { useNow } from '../../components/dates/useNow.ts'
import { AddMethodDialog } from './AddMethodDialog.tsx'
import { DestinationsCard } from './DestinationsCard.tsx'
import { HoldsCard } from './HoldsCard.tsx'
import { MethodsCard } from './MethodsCard.tsx'
import styles from '../PayoutSettings.module.css'
import { ScheduleCard } from './ScheduleCard.tsx'
import { usePayoutAccount } from '../usePayoutAccount.ts'

addTexts({ payoutAccount: payoutAccountTexts })

/**
 * Where the host's money goes, when, from which amount, and what stops it. For owners. `back`: the page it
 * was opened from.
 */
export const PayoutSettings = ({ back }: { back?: Readonly<{ label: string; to: string }> }) => {
  const t = useText()
  const session = useSession()
  const id = session?.account?.id ?? ''
  const query = usePayoutAccount()
  const currency = useGetOne<Account>('accounts', { id }, { enabled: id !== '', retry: false }).data
    ?.defaultCurrency
  const now = new Date(useNow(30_000)).toISOString()
  const [search, change] = useSearchChange()
  const setAdding = (open: boolean) => change({ new: open ? 'method' : undefined })
  const hasMethods = query.data !== undefined && Object.keys(query.data.methods).length > 0
  return (
    <>
      <PageHeader
        title={t('app.menu.payoutSettings')}
        {...(back && { crumbs: [back, { label: t('app.menu.payoutSettings') }] })}
        detail={session?.account?.displayName}
        actions={
          hasMethods && (
            <Button variant="contained" color="primary" onClick={() => setAdding(true)}>
              <Icon name="plus" size={16} />
              {t('payoutAccount.add.open')}
            </Button>
          )
        }
      />
      <Loaded query={query} failed={t('payoutAccount.failed')} height={420}>
        {(account) => (
          <div className={styles['page']}>
            <HoldsCard account={account} now={now} />
            <div className={styles['wide']}>
              <div className={styles['column']}>
                <MethodsCard account={account} now={now} onAdd={() => setAdding(true)} />
                <p className="cap c">{t('payoutAccount.safety')}</p>
              </div>
              <div className={styles['column']}>
                {hasMethods && <DestinationsCard account={account} now={now} />}
                <ScheduleCard account={account} fallback={currency ?? 'USD'} />
              </div>
            </div>
          </div>
        )}
      </Loaded>
      {search.get('new') === 'method' && <AddMethodDialog onClose={() => setAdding(false)} />}
    </>
  )
}

/** `/payout-settings` */
const PayoutSettingsPage = () => <PayoutSettings />
export default PayoutSettingsPage
