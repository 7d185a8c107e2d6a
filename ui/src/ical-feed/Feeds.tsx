import { icalFeedTexts } from '../i18n/en/icalFeed.ts'
import { addTexts } from '../i18n/i18nProvider.ts'
import type { Listing } from '../data/records/records.ts'
import { ConflictsCard } from './ConflictsCard.tsx'
import { ExportCard } from './ExportCard.tsx'
import styles from './Feeds.module.css'
import { ImportCard } from './ImportCard.tsx'

addTexts({ icalFeed: icalFeedTexts })

/** Conflicting nights first, then the imported calendars and the export. */
const Feeds = ({ listing }: { listing: Listing }) => (
  <div className={styles['feeds']}>
    <ConflictsCard listing={listing} />
    <div className={styles['cols']}>
      <ImportCard listing={listing} />
      <ExportCard listing={listing} />
    </div>
  </div>
)
export default Feeds
