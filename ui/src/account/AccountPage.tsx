import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSession } from '../session/session.ts'
import { accountTabs } from '../navigation/pageTabs.ts'
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

type TabName = keyof typeof accountTabs
const tabs: Readonly<Record<TabName, ComponentType>> = {
  profile: ProfileTab,
  team: TeamTab,
  security: SecurityTab,
  notifications: NotificationsTab,
  access: AccessTab,
  data: DataTab,
}
const names = Object.keys(accountTabs) as TabName[]

/** One address for all tabs: the query names the open one. */
const AccountPage = () => {
  const t = useText()
  const session = useSession()
  const [search] = useSearchParams()
  if (!session) return null
  const open = names.filter((name) => accountTabs[name].isOpen(session))
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
          tabs={open.map((key) => ({ key, label: t(accountTabs[key].title), to: to.account({ tab: key }) }))}
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
