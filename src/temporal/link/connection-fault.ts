/** Explains to an operator why there is no connection to Temporal, by the texts of gRPC, OpenSSL and the Workers' SDK. */

/** Causes in the order in which they are tried. The words name settings without their values. */
const FAULTS: readonly (readonly [text: RegExp, words: string])[] = [
  [
    /wrong version number|packet length too long|InvalidContentType/i,
    'The address answers without TLS, which TEMPORAL_API_KEY or TEMPORAL_TLS turns on: set TEMPORAL_TLS=false for a plain connection, or correct the address (TEMPORAL_ADDRESS, --address)',
  ],
  [
    /certificate's altnames|NotValidForName/i,
    "The certificate of Temporal is for another host: correct the address (TEMPORAL_ADDRESS, --address), or set TEMPORAL_TLS_SERVER_NAME to the certificate's host",
  ],
  [
    /alert (?:certificate required|bad certificate|unknown ca|handshake failure)|CertificateRequired/i,
    'Temporal asks for another client certificate: set TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH',
  ],
  [
    /certificate has expired|InvalidCertificate\(Expired/i,
    "The certificate of Temporal has expired, or this machine's clock is wrong",
  ],
  [
    /self-signed certificate|unable to (?:get|verify) .*certificate|InvalidCertificate/i,
    'The certificate of Temporal is not trusted: if a private authority issued it, set TEMPORAL_TLS_SERVER_CA_CERT_PATH to the certificate of that authority',
  ],
  [
    /Last error: (?:Failed to connect|Protocol error) \(|transport error|h2 protocol error/i,
    'The address takes the connection, but does not answer as Temporal does: set TEMPORAL_TLS=true or TEMPORAL_API_KEY if it takes TLS only, or correct the address (TEMPORAL_ADDRESS, --address)',
  ],
];

/** Returns a cause and its mend, as a sentence without a full stop; `undefined` for other texts. */
export function findConnectionFault(text: string): string | undefined {
  return FAULTS.find(([pattern]) => pattern.test(text))?.[1];
}

/** The mend where the cause may be anything. */
export const REACH_ADVICE =
  'Set TEMPORAL_ADDRESS or --address to where Temporal runs, or start it.';
