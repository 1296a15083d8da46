/** A case of an alert for `promtool test rules`: series by the minute, in which the alert fires and is over again. */
export interface AlertCase {
  readonly alert: string
  /** By series: its values from minute 0 on, as promtool writes them (`0+2x5`: from 0 up by 2, five times). */
  readonly series: Readonly<Record<string, string>>
  /** Minutes in which the alert does not fire yet, fires, and no longer fires. */
  readonly quietAt?: number
  readonly firesAt: number
  readonly overAt: number
  /** Of the alert that fires. */
  readonly labels: Readonly<Record<string, string>>
  readonly summary: string
}

const page = (labels: Readonly<Record<string, string>> = {}) => ({ severity: 'page', ...labels })
const warn = (labels: Readonly<Record<string, string>> = {}) => ({ severity: 'warn', ...labels })

const OF_CALLS: readonly AlertCase[] = [
  {
    alert: 'DolphinNodeDown',
    series: { 'up{job="dolphin",instance="a"}': '1 1 0 0 0 0 1 1' },
    quietAt: 2,
    firesAt: 4,
    overAt: 6,
    labels: page({ job: 'dolphin', instance: 'a' }),
    summary: 'Node a does not respond',
  },
  {
    alert: 'DolphinCallsFail',
    series: {
      'dolphin_calls_total{call="payOff",status="200",code="success"}': '0+600x40',
      'dolphin_calls_total{call="payOff",status="500",code="unexpected"}': '0+30x15 450x25',
      'dolphin_calls_total{call="payOff",status="503",code="savingPaused"}': '0+600x40',
    },
    quietAt: 1,
    firesAt: 10,
    overAt: 25,
    labels: page(),
    summary: '2.439% of all calls fail with a server error',
  },
  {
    alert: 'DolphinCallsSlow',
    series: {
      'dolphin_call_seconds_bucket{call="payOff",status="200",le="1"}': '0+90x20 1800+100x20',
      'dolphin_call_seconds_bucket{call="payOff",status="200",le="2.5"}': '0+100x40',
      'dolphin_call_seconds_bucket{call="payOff",status="200",le="+Inf"}': '0+100x40',
    },
    quietAt: 4,
    firesAt: 10,
    overAt: 30,
    labels: warn(),
    summary: 'One call in a hundred takes 2.35s',
  },
  {
    alert: 'DolphinOverloaded',
    series: { 'dolphin_calls_total{call="signIn",status="503",code="overloaded"}': '0+60x10 600x20' },
    quietAt: 2,
    firesAt: 8,
    overAt: 20,
    labels: page(),
    summary: 'Requests are refused with 503 (overloaded)',
  },
  {
    alert: 'DolphinSignInsRefused',
    series: {
      'dolphin_calls_total{call="signIn",status="401",code="accountInformationInvalid"}': '0+60x30 1800x30',
      'dolphin_calls_total{call="signIn",status="200",code="success"}': '0+1x60',
    },
    quietAt: 9,
    firesAt: 25,
    overAt: 45,
    labels: warn(),
    summary: 'Twenty times more sign-ins are refused than succeed: possible password guessing',
  },
  {
    // Where no one has signed in since the node began.
    alert: 'DolphinSignInsRefused',
    series: {
      'dolphin_calls_total{call="signIn",status="401",code="accountInformationInvalid"}': '0+60x30 1800x30',
    },
    quietAt: 9,
    firesAt: 25,
    overAt: 45,
    labels: warn(),
    summary: 'Twenty times more sign-ins are refused than succeed: possible password guessing',
  },
]

const OF_JOBS: readonly AlertCase[] = [
  {
    alert: 'DolphinQueueLate',
    series: {
      'dolphin_queue_oldest_seconds{queue="send-notices",instance="a"}':
        '0 60 120 180 240 301 361 421 481 541 0',
      'dolphin_queue_oldest_seconds{queue="noia-round",instance="a"}': '0x10',
    },
    quietAt: 6,
    firesAt: 9,
    overAt: 10,
    labels: page({ queue: 'send-notices' }),
    summary: 'A job of send-notices has waited 9m 1s',
  },
  {
    alert: 'DolphinJobsGivenUp',
    series: {
      'dolphin_work_items_open{kind="jobGivenUp",instance="a"}': '0 0 2 2 2 0 0',
      'dolphin_queue_failed{queue="send-notices",instance="a"}': '2x10',
    },
    quietAt: 1,
    firesAt: 3,
    overAt: 5,
    labels: warn(),
    summary: '2 jobs have failed after their last retry',
  },
  {
    alert: 'DolphinMoneyRoundMissing',
    series: { 'dolphin_job_runs_total{queue="money-round",outcome="done"}': '0+1x10 10x60 11+1x20' },
    quietAt: 50,
    firesAt: 58,
    overAt: 75,
    labels: page(),
    summary: 'The money-round job has not finished for half an hour',
  },
  {
    // No node has ever finished one.
    alert: 'DolphinMoneyRoundMissing',
    series: { 'dolphin_job_runs_total{queue="money-round",outcome="done"}': '_x20 1+1x20' },
    quietAt: 14,
    firesAt: 16,
    overAt: 25,
    labels: page({ queue: 'money-round', outcome: 'done' }),
    summary: 'The money-round job has not finished for half an hour',
  },
  {
    alert: 'DolphinRoundFailures',
    series: {
      'dolphin_round_failures_total{round="settlement",instance="a"}': '_x5 1x40',
      'dolphin_round_failures_total{round="batch",instance="a"}': '2x40',
    },
    // Before the first sample of "batch" is a quarter of an hour old, it counts as new.
    firesAt: 17,
    overAt: 25,
    labels: warn({ round: 'settlement' }),
    summary: 'The round settlement leaves out loans, files or notices that fail',
  },
]

const OF_WORK_ITEMS: readonly AlertCase[] = [
  {
    alert: 'DolphinStranded',
    series: {
      'dolphin_work_items_open{kind="strandedLoan",instance="a"}': '0x4 2x4 0x4',
      'dolphin_work_items_open{kind="strandedMoney",instance="a"}': '0x12',
      'dolphin_work_items_open{kind="heldCredit",instance="a"}': '7x12',
    },
    quietAt: 4,
    firesAt: 5,
    overAt: 10,
    labels: page({ kind: 'strandedLoan' }),
    summary: '2 open work items of kind strandedLoan: nothing in the system moves them on',
  },
  {
    alert: 'DolphinBankEntryUnread',
    series: { 'dolphin_work_items_open{kind="unreadBankEntry",instance="a"}': '0x4 1x4 0x4' },
    quietAt: 4,
    firesAt: 5,
    overAt: 10,
    labels: page({ kind: 'unreadBankEntry' }),
    summary: 'Nothing can be read of an entry that the bank sent: look before the next batch',
  },
  {
    alert: 'DolphinBankFileQuarantined',
    series: {
      'dolphin_work_items_open{kind="fileQuarantined",instance="a"}': '0x4 1x4 0x4',
      'dolphin_work_items_open{kind="entryQuarantined",instance="a"}': '0x12',
    },
    quietAt: 4,
    firesAt: 5,
    overAt: 10,
    labels: page({ kind: 'fileQuarantined' }),
    summary: '1 open work items of kind fileQuarantined: what the bank sent is not applied to any loan',
  },
  {
    alert: 'DolphinWorkItemsOverdue',
    series: { 'dolphin_work_items_overdue{kind="heldCredit",instance="a"}': '0x2 3x20 0x5' },
    quietAt: 10,
    firesAt: 19,
    overAt: 26,
    labels: warn({ kind: 'heldCredit' }),
    summary: '3 work items of kind heldCredit are past their due day',
  },
]

const OF_OTHERS: readonly AlertCase[] = [
  {
    alert: 'DolphinProviderFails',
    series: {
      'dolphin_provider_calls_total{provider="mail",operation="send",outcome="failed"}': '0+3x20 60x20',
      'dolphin_provider_calls_total{provider="mail",operation="send",outcome="ok"}': '0+7x40',
      'dolphin_provider_calls_total{provider="sms",operation="send",outcome="ok"}': '0+7x40',
    },
    quietAt: 4,
    firesAt: 15,
    overAt: 35,
    labels: warn({ provider: 'mail' }),
    summary: '30% of the calls to mail fail',
  },
  {
    alert: 'DolphinBankAway',
    series: {
      'dolphin_provider_calls_total{provider="bank",operation="listInbound",outcome="ok"}':
        '0+1x10 10x15 11+1x20',
      'dolphin_provider_calls_total{provider="bank",operation="listInbound",outcome="failed"}':
        '0x10 0+1x15 15x20',
    },
    quietAt: 18,
    firesAt: 22,
    overAt: 29,
    labels: page(),
    summary: 'Every operation at the bank (SFTP or folder) has failed for at least five minutes',
  },
  {
    alert: 'DolphinAchFileLate',
    series: { 'dolphin_ach_file_window_seconds{portfolio="118",instance="a"}': '1800-60x15 stale' },
    quietAt: 10,
    firesAt: 12,
    overAt: 17,
    labels: page({ portfolio: '118' }),
    summary: 'Portfolio 118: an ACH file is not at the bank, 18m 0s before its window closes',
  },
  {
    alert: 'DolphinReturnRateOver',
    series: {
      'dolphin_ach_return_ratio{portfolio="118",window="60d",kind="unauthorized",instance="a"}':
        '0.0051x9 0.0041x9',
      'dolphin_ach_return_ratio{portfolio="110",window="60d",kind="overall",instance="a"}': '0.05x20',
      'dolphin_ach_return_limit_ratio{kind="unauthorized",instance="a"}': '0.005x20',
      'dolphin_ach_return_limit_ratio{kind="overall",instance="a"}': '0.15x20',
    },
    firesAt: 5,
    overAt: 12,
    labels: page({ portfolio: '118', window: '60d', kind: 'unauthorized' }),
    summary: 'Portfolio 118: unauthorized returns are over the limit',
  },
  {
    alert: 'DolphinReturnRateNear',
    series: {
      'dolphin_ach_return_ratio{portfolio="110",window="60d",kind="unauthorized",instance="a"}':
        '0.0041x9 0.003x9',
      'dolphin_ach_return_limit_ratio{kind="unauthorized",instance="a"}': '0.005x20',
    },
    firesAt: 5,
    overAt: 12,
    labels: warn({ portfolio: '110', window: '60d', kind: 'unauthorized' }),
    summary: 'Portfolio 110: unauthorized returns are near the limit',
  },
]

const OF_NODES: readonly AlertCase[] = [
  {
    alert: 'DolphinDatabaseSessionsShort',
    series: { 'dolphin_database_sessions{state="waiting",instance="a"}': '0 3 3 3 3 0' },
    quietAt: 2,
    firesAt: 4,
    overAt: 5,
    labels: warn({ instance: 'a' }),
    summary: '3 callers on a wait for a database session',
  },
  {
    alert: 'DolphinTransactionsLong',
    series: {
      'dolphin_transaction_seconds_bucket{le="0.25",instance="a"}': '0+90x20 1800+100x20',
      'dolphin_transaction_seconds_bucket{le="1",instance="a"}': '0+100x40',
      'dolphin_transaction_seconds_bucket{le="+Inf",instance="a"}': '0+100x40',
    },
    quietAt: 4,
    firesAt: 10,
    overAt: 30,
    labels: warn(),
    summary: 'One transaction in a hundred stays open for 925ms',
  },
  {
    alert: 'DolphinEventLoopSlow',
    series: { 'nodejs_eventloop_lag_p99_seconds{instance="a"}': '0.6x9 0.1x9' },
    quietAt: 4,
    firesAt: 6,
    overAt: 11,
    labels: warn({ instance: 'a' }),
    summary: 'The event loop of a stalls for 600ms',
  },
  {
    alert: 'DolphinDiskFilling',
    series: {
      'dolphin_disk_used_ratio{folder="data",instance="a"}': '0.79x4 0.82x9 0.7x5',
      'dolphin_disk_used_ratio{folder="bank",instance="a"}': '0.8x20',
    },
    quietAt: 9,
    firesAt: 10,
    overAt: 16,
    labels: warn({ folder: 'data', instance: 'a' }),
    summary: 'The disk of data on a is 82% full',
  },
  {
    alert: 'DolphinWritesPaused',
    series: {
      'dolphin_writes_paused{instance="a"}': '0x4 1x4 0x4',
      'dolphin_writes_paused{instance="b"}': '0x12',
    },
    quietAt: 4,
    firesAt: 5,
    overAt: 10,
    labels: page({ instance: 'a' }),
    summary: 'a refuses new writes: a disk is nearly full',
  },
  {
    alert: 'DolphinMemoryGrows',
    series: { 'process_resident_memory_bytes{instance="a"}': '600000000+10000000x120 300000000x30' },
    quietAt: 50,
    firesAt: 120,
    overAt: 122,
    labels: warn({ instance: 'a' }),
    summary: 'a will use 15.09GiB of memory in 24 hours',
  },
  {
    alert: 'DolphinStaffAlarm',
    series: {
      'dolphin_staff_alarms_total{event="operationsSecretUsed",instance="a"}': '0x3 1x30',
      'dolphin_staff_alarms_total{event="counterFault",instance="a"}': '0x34',
    },
    quietAt: 3,
    firesAt: 5,
    overAt: 25,
    labels: page({ event: 'operationsSecretUsed' }),
    summary: 'Access of staff: operationsSecretUsed',
  },
  {
    alert: 'DolphinFiguresMissing',
    series: { 'dolphin_unread_gauges_total{gauge="dolphin_queue_depth",instance="a"}': '0+1x10 10x30' },
    quietAt: 4,
    firesAt: 9,
    overAt: 30,
    labels: warn({ gauge: 'dolphin_queue_depth' }),
    summary: 'dolphin_queue_depth could not be read: the database is slow or unreachable',
  },
]

export const ALERT_CASES: readonly AlertCase[] = [
  ...OF_CALLS,
  ...OF_JOBS,
  ...OF_WORK_ITEMS,
  ...OF_OTHERS,
  ...OF_NODES,
]

/** The cases as a file for `promtool test rules`. */
export function ruleTests(rules: string, runbook: string): string {
  const tests = ALERT_CASES.map(({ alert, series, quietAt, firesAt, overAt, labels, summary }) => {
    const link = `${runbook}#${alert.toLowerCase()}`
    const firing = [{ exp_labels: labels, exp_annotations: { summary, runbook: link } }]
    const at = (minute: number, exp_alerts: typeof firing | readonly []) => ({
      eval_time: `${minute}m`,
      alertname: alert,
      exp_alerts,
    })
    return {
      interval: '1m',
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      alert_rule_test: [
        ...(quietAt === undefined ? [] : [at(quietAt, [])]),
        at(firesAt, firing),
        at(overAt, []),
      ],
    }
  })
  // YAML has JSON in it.
  return JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests })
}
