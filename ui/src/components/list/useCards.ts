import { useMediaQuery } from '@mui/material'
import { useLocation } from 'react-router-dom'

/** Whether the page is one for phones (`/mobile/…`), whatever the width. */
export const usePhonePage = () => useLocation().pathname.startsWith('/mobile/')

/** Whether lists are shown as cards: a table would have to hide what matters, such as the amount. */
export const useCards = () => {
  const narrow = useMediaQuery('(max-width: 940px)')
  return usePhonePage() || narrow
}
