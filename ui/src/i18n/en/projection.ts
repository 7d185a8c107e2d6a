/** Projections and process managers, for staff. */
export const projectionTexts = {
  onlyAdmin: 'Your role can view this but not operate it. An admin can.',
  requested: 'Requested. The result appears below.',
  stats: {
    slowest: 'Slowest in use',
    slowestNote: '%{name}, target under 5 s',
    allCurrent: 'all within 5 s',
    incoming: 'Incoming events per second',
    incomingNote:
      '%{smart_count} projector, %{held} of %{all} segments held |||| %{smart_count} projectors, ' +
      '%{held} of %{all} segments held',
    parked: 'Parked streams',
    parkedNote: 'for %{time}',
    noneParked: 'no stream is blocked',
    outbox: 'Oldest in outbox',
    outboxNote: '%{smart_count} effect is due |||| %{smart_count} effects are due',
    outboxEmpty: 'nothing is due',
  },
  list: {
    failed: 'Couldn’t load the projections',
    none: 'No read models yet',
    noneText: 'They appear here once a projector has started.',
    caption: 'Read models and their progress',
    columns: {
      projection: 'Projection',
      state: 'State',
      lag: 'Lag',
      trend: 'Recent lag',
      rate: 'Events/s',
      segments: 'Held',
      position: 'Position',
    },
    state: {
      live: 'Serving',
      building: 'Building, %{percent}',
      buildingFirst: 'Building',
      behind: 'Behind',
      stopped: 'Stopped',
      unheld: 'No worker',
      ready: 'Ready, not serving',
      standby: 'Standby, kept current',
      parked: '%{smart_count} stream parked |||| %{smart_count} streams parked',
      broken: 'Stopped',
    },
    version: 'v%{version}',
    build: 'build %{build}',
    trend: 'Lag since this page was opened: at most %{most}, now %{now}',
    held: '%{held} of %{all}',
  },
  detail: {
    none: 'Select a projection',
    serving: 'Serving',
    since: 'since %{time}',
    segments: 'Segments',
    segment: 'Segment %{segment}',
    buckets: 'buckets %{first} – %{last}',
    holder: 'held by %{holder}',
    nobody: 'no worker',
    fence: 'fence %{epoch}',
    rebuilt: 'Rebuilt from the first event',
    rebuiltNow: 'Rebuilding from the first event',
    took: 'took %{time}',
    running: 'for %{time}, %{rate} events/s',
    follows: 'following live',
    throttled: 'throttled, readers go first',
    startedBy: 'started by %{who}',
    startedByCode: 'started by a new release',
    you: 'you',
    colleague: 'another admin',
    commandLine: 'the command line',
    compared: 'Compared with build %{build}',
    comparedAt: 'at %{time}',
    notCompared: 'Not compared yet',
    notComparedText:
      'Compare it with the build in use: rows, a checksum per account, then every row that differs.',
    rows: 'Rows',
    sums: 'Checksums by account',
    sumsEqual: 'all equal',
    sumsMoved: '%{smart_count} compared row by row |||| %{smart_count} compared row by row',
    noDifference: 'No rows differ',
    differ: '%{smart_count} row differs. Intended? |||| %{smart_count} rows differ. Intended?',
    only: { serving: 'only in build %{build}', other: 'only in build %{build}' },
    all: 'Show all %{smart_count}',
    fewer: 'Show fewer',
    more: 'and %{smart_count} more |||| and %{smart_count} more',
    equalNow: '%{value}, equal now',
    maskedValue: '%{value}, masked for your role',
    compare: 'Compare',
    compareAgain: 'Compare again',
    ifCutOver: 'If you cut over',
    ifCutOverText:
      'Readers switch to build %{to} in one step, within 1 s. Build %{from} keeps following for a ' +
      'while, so you can roll back with one click. No command, refund or message is sent again.',
    waitForReady: 'You can compare it and cut over once it has caught up.',
    ifBack: 'If you roll back',
    ifBackText: 'Readers switch to build %{to} in one step, within 1 s. It’s kept current until %{until}.',
    idle: 'Rebuild',
    idleText:
      'Builds a new table from the first event, next to the one in use. Readers aren’t affected ' +
      'until you cut over.',
    rebuild: 'Start a rebuild',
    rebuildAgain: 'Rebuild again',
    cutover: 'Cut over to build %{build}',
    rollback: 'Roll back to build %{build}',
    discard: 'Discard build %{build}',
    confirm: {
      rebuild: 'Rebuild %{name}?',
      rebuildText:
        'Builds the new table from the first event, next to the one in use, and gives readers ' +
        'priority. It replaces any previous or unfinished build, so you can’t roll back until ' +
        'it’s ready.',
      cutover: 'Cut over to build %{build} of %{name}?',
      cutoverDiffer:
        'Build %{build} differs from what readers see now. After the cut-over they see the new rows.',
      cutoverBlind: 'It hasn’t been compared with the build in use.',
      rollback: 'Roll back to build %{build} of %{name}?',
      discard: 'Discard build %{build} of %{name}?',
      discardText: {
        building: 'Drops its unfinished table. Readers stay on build %{build} and aren’t affected.',
        ready: 'Drops its table. Readers stay on build %{build} and aren’t affected.',
        standby:
          'Drops its table, so you can no longer roll back. Readers stay on build %{build} and ' +
          'aren’t affected.',
      },
      keep: 'Cancel',
    },
  },
  parked: {
    title: 'Parked streams',
    note: 'These streams are waiting; all others continue',
    none: 'No parked streams',
    failed: 'Couldn’t load the parked streams',
    where:
      'in %{projection} build %{build}, %{smart_count} event waiting |||| in %{projection} build ' +
      '%{build}, %{smart_count} events waiting',
    error: '%{error}, at %{type}',
    when: 'First failed %{time}, %{smart_count} attempt |||| First failed %{time}, %{smart_count} attempts',
    open: 'Open event',
    retry: 'Retry in order',
    confirm: 'Replay %{stream}?',
    confirmText:
      'Replays its events in order with the current code. If one fails again, the stream stays ' +
      'parked with the new error. Other streams aren’t affected.',
  },
  processes: {
    title: 'Process managers',
    note: 'What the system does automatically',
    failed: 'Couldn’t load the process managers',
    caption: 'Process managers and their outbox',
    stopped:
      '%{instance}: %{error}. Stopped here, %{smart_count} event waiting |||| %{instance}: ' +
      '%{error}. Stopped here, %{smart_count} events waiting',
    confirmText:
      'Replays the failed event with the current code, then everything since, in order. If it ' +
      'fails again, the instance stays stopped with the new error. Effects already sent aren’t ' +
      'sent again.',
    failure: '%{name}, %{smart_count} attempt: %{error} |||| %{name}, %{smart_count} attempts: %{error}',
    columns: {
      process: 'Process',
      state: 'State',
      due: 'Due',
      oldest: 'Oldest',
      next: 'Next timer, UTC',
      position: 'Position',
    },
    state: {
      live: 'Following',
      catchingUp: 'Catching up',
      behind: 'Behind',
      unheld: 'No worker',
      stopped: '%{smart_count} instance stopped |||| %{smart_count} instances stopped',
      failing: '%{smart_count} effect failing |||| %{smart_count} effects failing',
    },
  },
  requests: {
    title: 'Requests',
    none: 'No requests yet.',
    failed: 'Couldn’t load the requests',
    verb: {
      rebuild: 'Rebuild',
      verify: 'Compare',
      cutover: 'Cut over',
      rollback: 'Roll back',
      discard: 'Discard',
      unpark: 'Retry',
    },
    status: { waiting: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed' },
    by: '%{time} UTC, by %{who}',
  },
}
