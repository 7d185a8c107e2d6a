import { useSearchParams } from 'react-router-dom'
import { allows, useSession, type Session } from '../session/session.ts'
import { to } from '../navigation/paths.ts'
import { accountTexts } from '../i18n/en/account.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { EmptyState } from '../components/feedback/EmptyState.tsx'
import { PageHeader } from '../components/layout/PageHeader.tsx'
import { PageTabs } from '../components/layout/PageTabs.tsx'
import { AccessTab } from './access/AccessTab.tsx'
import { DataTab } from './data/DataTab.tsx'
import { NotificationsTab } from './notifications/NotificationsTab.tsx'
import { ProfileTab } from './profile/ProfileTab.tsx'
import { SecurityTab } from './security/SecurityTab.tsx'
import { TeamTab } from './team/TeamTab.tsx'

addTexts({ account: accountTexts })

const tabs = {
  profile: ProfileTab,
  team: TeamTab,
  security: SecurityTab,
  notifications: NotificationsTab,
  access: AccessTab,
  data: DataTab,
}
type TabName = keyof typeof tabs
const names = Object.keys(tabs) as TabName[]

/**
 * The tabs that this session can open: those of the person’s own sign-in always, except during an
 * impersonation; those of the account by the session’s capabilities.
 */
const isOpen = (session: Session, name: TabName): boolean => {
  const { account, impersonation } = session
  if (name === 'security') return impersonation === null
  if (account === null) return false
  if (name === 'profile') return allows(session, 'account.read')
  if (name === 'team') return impersonation === null || allows(session, 'team.read')
  if (impersonation !== null) return false
  return allows(
    session,
    ({ notifications: 'account.notifications', access: 'access-log.read', data: 'account.exports' } as const)[
      name
    ],
  )
}

/** One address for all tabs: the query names the open one. */
const AccountPage = () => {
  const t = useText()
  const session = useSession()
  const [search] = useSearchParams()
  if (!session) return null
  const open = names.filter((name) => isOpen(session, name))
  const asked = search.get('tab') ?? open[0]
  const name = names.find((each) => each === asked)
  const Tab = name !== undefined && open.includes(name) ? tabs[name] : undefined
  return (
    <>
      <PageHeader
        title={t(session.account ? 'account.title' : 'account.titleSecurity')}
        detail={session.account?.displayName}
      />
      {open.length > 1 && (
        <PageTabs
          label={t('account.sections')}
          current={name ?? ''}
          tabs={open.map((key) => ({ key, label: t(`account.tab.${key}`), to: to.account({ tab: key }) }))}
        />
      )}
      {Tab ? (
        <Tab />
      ) : (
        <Card>
          <EmptyState
            icon="lock"
            title={t('account.closedTitle')}
            text={t(session.impersonation ? 'account.closedImpersonating' : 'account.closedText')}
            caption="403"
          />
        </Card>
      )}
    </>
  )
}
export default AccountPage
