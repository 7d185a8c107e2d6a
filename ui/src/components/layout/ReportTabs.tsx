import { useCan } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import { to } from '../../navigation/paths.ts'
import { PageTabs } from './PageTabs.tsx'

/** Reports and statements, which are pages of one section. */
export const ReportTabs = ({ current }: { current: 'reports' | 'statements' }) => {
  const t = useText()
  const tabs = [
    { key: 'reports', label: t('app.menu.reports'), to: to.hostReports(), opens: useCan('report.run') },
    {
      key: 'statements',
      label: t('app.menu.statements'),
      to: to.statements(),
      opens: useCan('statement.read'),
    },
  ]
  return <PageTabs label={t('app.sections')} current={current} tabs={tabs.filter(({ opens }) => opens)} />
}
