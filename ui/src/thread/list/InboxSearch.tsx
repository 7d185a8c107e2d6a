import { useState } from 'react'
import { IconButton, OutlinedInput } from '@mui/material'
import { useListContext } from 'react-admin'
import { Icon } from '../../components/display/icons.tsx'
import { useText } from '../../i18n/text.ts'
import styles from './InboxList.module.css'
import { withoutText, type InboxFilter } from './views.ts'

const SearchField = ({ searched, onSearch }: { searched: string; onSearch: (text: string) => void }) => {
  const t = useText()
  const [text, setText] = useState(searched)
  return (
    <form
      role="search"
      className={styles['search']}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch(text.trim())
      }}
    >
      <OutlinedInput
        fullWidth
        size="small"
        value={text}
        placeholder={t('thread.search')}
        onChange={({ target }) => setText(target.value)}
        inputProps={{
          'aria-label': t('thread.search'),
          maxLength: 100,
          autoComplete: 'off',
          spellCheck: false,
        }}
        endAdornment={
          text !== '' && (
            <IconButton
              size="small"
              aria-label={t('thread.clearSearch')}
              onClick={() => {
                setText('')
                onSearch('')
              }}
            >
              <Icon name="cross" size={16} />
            </IconButton>
          )
        }
      />
    </form>
  )
}

/** Narrows every view to conversations whose guest, listing or booking code has each of the words. */
export const InboxSearch = () => {
  const { filterValues, setFilters } = useListContext()
  const filter: InboxFilter = filterValues
  const searched = filter.q ?? ''
  const search = (q: string) => {
    if (q !== searched) setFilters({ ...withoutText(filter), ...(q !== '' && { q }) })
  }
  // Another address, such as that of a tab, shows its own text.
  return <SearchField key={searched} searched={searched} onSearch={search} />
}
