import { useText } from '../../i18n/text.ts'
import styles from '../Account.module.css'
import { HandoffCard } from './HandoffCard.tsx'
import { Loaded } from '../../components/feedback/Loaded.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import { ProvidersCard } from './ProvidersCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { TotpCard } from './TotpCard.tsx'
import { useSecurity } from './useSecurity.ts'

/** How this person signs in, and where they are signed in now. */
export const SecurityTab = () => {
  const t = useText()
  return (
    <Loaded query={useSecurity()} failed={t('account.security.failed')} height={320}>
      {(security) => (
        <div className={styles['two']}>
          <div className={styles['column']}>
            <PasswordCard security={security} />
            <TotpCard security={security} />
            <ProvidersCard providers={security.providers} />
          </div>
          <div className={styles['column']}>
            <SessionsCard />
            <HandoffCard />
          </div>
        </div>
      )}
    </Loaded>
  )
}
