import { SavedViews } from '../components/list/SavedViews.tsx'
import { Icon } from '../components/display/icons.tsx'
import { Banner } from '../components/feedback/Banner.tsx'
import { useText } from '../i18n/text.ts'
import { formatQuery } from './openView.ts'
import type { ListViews } from './useListViews.ts'
import { useRemoval } from './useRemoval.ts'
import { ViewMenu } from './ViewMenu.tsx'

type Props = Readonly<{
  views: ListViews
  /** The list’s address with a query. */
  pathTo: (query: Record<string, string>) => string
}>

/** The tabs of a list: its own, then the person’s views, then those of the team. */
export const ViewTabs = ({
  views: { builtIn, views, current, open, changed, resetColumns },
  pathTo,
}: Props) => {
  const t = useText()
  const remove = useRemoval(builtIn[0]?.to)
  const choose = (id: string | undefined) => () => {
    resetColumns()
    open(id)
  }
  const saved = views.map((one) => {
    const isCurrent = one.view.id === current?.view.id
    return {
      key: one.view.id,
      label: one.view.name,
      to: pathTo(formatQuery(one)),
      current: isCurrent,
      onOpen: choose(one.view.id),
      note: (
        <>
          {one.view.shared && (
            <>
              <Icon name="users" size={14} />
              <span className="sr"> ({t('savedView.shared')})</span>
            </>
          )}
          {isCurrent && changed && <span className="c">({t('savedView.changed')})</span>}
        </>
      ),
      after: isCurrent ? <ViewMenu view={one.view} onRemove={() => remove(one.view)} /> : null,
    }
  })
  return (
    <>
      <SavedViews
        label={t('table.views')}
        views={[...builtIn.map((tab) => ({ ...tab, onOpen: choose(undefined) })), ...saved]}
      />
      {current?.incomplete && (
        <Banner icon="info" title={t('savedView.incomplete')}>
          {t('savedView.incompleteText')}
        </Banner>
      )}
    </>
  )
}
