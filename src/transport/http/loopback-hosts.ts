/** Addresses that only this machine reaches: who connects to them is the local user. */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

/** The same hosts as URLs and the header `Host` name them. */
export const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
