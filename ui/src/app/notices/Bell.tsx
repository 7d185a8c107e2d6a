import { Badge, IconButton, Tooltip } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../../components/display/icons.tsx'
import { openPanel } from '../shell/openPanel.ts'
import { useNotices } from './useNotices.ts'

const MAX_SHOWN = 9
/** Small, so that the bell is seen beside it. */
const SMALL = {
  '& .MuiBadge-badge': { height: 16, minWidth: 16, padding: '0 4px', fontSize: 10 },
}

/** Opens the notices, and shows how many are unread. */
export const Bell = () => {
  const t = useText()
  const { data, enabled } = useNotices()
  if (!enabled) return null
  const unread = data?.unread ?? 0
  // The name holds what is seen, so that speech control finds the button by it.
  const shown = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread)
  const label = unread === 0 ? t('app.notices.title') : t('app.notices.open', { smart_count: unread, shown })
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => openPanel.set('notices')}>
        <Badge badgeContent={unread === 0 ? null : shown} color="primary" sx={SMALL}>
          <Icon name="bell" />
        </Badge>
      </IconButton>
    </Tooltip>
  )
}
