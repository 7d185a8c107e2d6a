import { useState } from 'react'
import { IconButton, Menu, MenuItem } from '@mui/material'
import { Icon } from '../components/display/icons.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import { useText } from '../i18n/text.ts'
import { useSession } from '../session/session.ts'
import type { SavedView } from './openView.ts'
import { RenameViewDialog } from './ViewNameDialog.tsx'
import { useViewCommand } from './useViewCommand.ts'

type Props = Readonly<{ view: SavedView; onRemove: () => void }>

/** What the person may do with the open view. Nothing with a view of another, but that owners remove it. */
export const ViewMenu = ({ view, onRemove }: Props) => {
  const t = useText()
  const session = useSession()
  const saved = useSaved()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [renaming, setRenaming] = useState(false)
  const share = useViewCommand('share')
  const move = useViewCommand('move')
  const isOwn = view.ownerId === session?.user.id
  if (!isOwn && session?.role !== 'owner') return null
  const { id: viewId, name, shared } = view
  const toggleShare = () =>
    share.run(
      { record: { id: share.id }, body: { viewId, shared: !shared } },
      { onSuccess: () => saved(t(shared ? 'savedView.notShared' : 'savedView.nowShared', { name })) },
    )
  const moveTo = (direction: 'left' | 'right') => () =>
    move.run({ record: { id: move.id }, body: { viewId, direction } })
  const items = isOwn
    ? [
        { text: t('savedView.rename'), act: () => setRenaming(true) },
        { text: t(shared ? 'savedView.unshare' : 'savedView.share'), act: toggleShare },
        { text: t('savedView.left'), act: moveTo('left') },
        { text: t('savedView.right'), act: moveTo('right') },
      ]
    : []
  return (
    <>
      <IconButton
        size="small"
        aria-label={t('savedView.options', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon name="more" size={16} />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {[...items, { text: t('savedView.remove'), act: onRemove }].map(({ text, act }) => (
          <MenuItem
            key={text}
            onClick={() => {
              setAnchor(null)
              act()
            }}
          >
            {text}
          </MenuItem>
        ))}
      </Menu>
      {renaming && <RenameViewDialog view={view} onClose={() => setRenaming(false)} />}
    </>
  )
}
