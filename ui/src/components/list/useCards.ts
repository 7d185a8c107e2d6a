import { useMediaQuery } from '@mui/material'

/** Whether lists are shown as cards: a table would have to hide what matters, such as the amount. */
export const useCards = () => useMediaQuery('(max-width: 940px)')
