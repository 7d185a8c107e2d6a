import { accounts } from '@hearth/contracts/account'
import { allows, useSession } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import styles from '../Account.module.css'
import { LegalCard } from './LegalCard.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { useAccount } from '../useAccount.ts'

/** What the account is called, where it is reached, and who stands behind it. */
export const ProfileTab = () => {
  const t = useText()
  const session = useSession()
  const query = useAccount()
  return (
    <Loaded query={query} failed={t('account.profile.failed')} height={280}>
      {(account) => (
        <div className={styles['two']}>
          <ProfileCard record={account} />
          {allows(session, accounts.visibility.legalName) ? (
            <LegalCard record={account} />
          ) : (
            <Card title={t('account.legal.title')}>
              <p className={`${styles['body']} q`}>{t('account.legal.hidden')}</p>
            </Card>
          )}
        </div>
      )}
    </Loaded>
  )
}
