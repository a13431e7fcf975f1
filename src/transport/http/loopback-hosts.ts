/** Addresses that only this machine can reach. Their caller is the local user. */
export const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', 'localhost', '::1'];

/** The same hosts, in the form of URLs and the header `Host`. */
export const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
