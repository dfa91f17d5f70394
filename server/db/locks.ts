/** Advisory locks by what they guard. */
export const LOCKS = {
  /** Held by migrations; shared by a backup while it reads tables. */
  schema: 7_264_001,
  /** Shared by backups that copy files; deletion of stored bytes needs it. */
  storedBytes: 7_264_002,
  /** Held by the process that makes the scheduled backup. */
  scheduledBackup: 7_264_003,
  /** Held while prices are made at the payment providers. */
  prices: 7_264_004,
  /** Held while coupons are made or ended at the payment provider. */
  coupons: 7_264_005,
} as const;
