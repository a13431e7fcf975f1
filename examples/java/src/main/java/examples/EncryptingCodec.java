package examples;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Encrypts payloads like Temporal's samples and the server. */
public final class EncryptingCodec implements PayloadCodec {
  private static final ByteString ENCODING = ByteString.copyFromUtf8("binary/encrypted");
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;

  private final SecureRandom random = new SecureRandom();
  private final Map<String, SecretKeySpec> keys;
  private final String current;

  private EncryptingCodec(Map<String, SecretKeySpec> keys) {
    this.keys = keys;
    this.current = keys.keySet().iterator().next();
  }

  /**
   * Temporal's own converter. If keys are given, it encrypts payloads and failures: {@code ID=KEY}, separated by
   * whitespace or commas. The first key encrypts, all keys decrypt. A key has 32 bytes, written as text or as
   * {@code base64:} and its base64.
   */
  public static DataConverter converterOf(String texts) {
    Map<String, SecretKeySpec> keys = new LinkedHashMap<>();
    for (String text : texts.split("[\\s,]+")) {
      if (text.isEmpty()) continue;
      String[] parts = text.split("=", 2);
      byte[] key =
          parts[1].startsWith("base64:")
              ? Base64.getDecoder().decode(parts[1].substring("base64:".length()))
              : parts[1].getBytes(StandardCharsets.UTF_8);
      keys.put(parts[0], new SecretKeySpec(key, "AES"));
    }
    DataConverter plain = DefaultDataConverter.newDefaultInstance();
    if (keys.isEmpty()) return plain;
    return new CodecDataConverter(plain, List.of(new EncryptingCodec(keys)), true);
  }

  @Override
  public List<Payload> encode(List<Payload> payloads) {
    List<Payload> encoded = new ArrayList<>();
    for (Payload payload : payloads) {
      byte[] nonce = new byte[NONCE_BYTES];
      random.nextBytes(nonce);
      byte[] sealed = run(Cipher.ENCRYPT_MODE, keys.get(current), nonce, payload.toByteArray());
      encoded.add(
          Payload.newBuilder()
              .putMetadata("encoding", ENCODING)
              .putMetadata("encryption-key-id", ByteString.copyFromUtf8(current))
              .setData(ByteString.copyFrom(nonce).concat(ByteString.copyFrom(sealed)))
              .build());
    }
    return encoded;
  }

  @Override
  public List<Payload> decode(List<Payload> payloads) {
    List<Payload> decoded = new ArrayList<>();
    for (Payload payload : payloads) {
      boolean isEncrypted = ENCODING.equals(payload.getMetadataMap().get("encoding"));
      decoded.add(isEncrypted ? decrypt(payload) : payload);
    }
    return decoded;
  }

  private Payload decrypt(Payload payload) {
    String id = payload.getMetadataOrThrow("encryption-key-id").toStringUtf8();
    SecretKeySpec key = keys.get(id);
    if (key == null) throw new PayloadCodecException("There is no codec key " + id);
    byte[] data = payload.getData().toByteArray();
    byte[] nonce = Arrays.copyOf(data, NONCE_BYTES);
    byte[] sealed = Arrays.copyOfRange(data, NONCE_BYTES, data.length);
    try {
      return Payload.parseFrom(run(Cipher.DECRYPT_MODE, key, nonce, sealed));
    } catch (InvalidProtocolBufferException e) {
      throw new DataConverterException(e);
    }
  }

  private static byte[] run(int mode, SecretKeySpec key, byte[] nonce, byte[] text) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
      return cipher.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new PayloadCodecException(e);
    }
  }
}
