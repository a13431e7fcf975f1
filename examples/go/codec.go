package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"os"
	"strings"

	commonpb "go.temporal.io/api/common/v1"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/temporal"
	"google.golang.org/protobuf/proto"
)

const (
	encryptedEncoding = "binary/encrypted"
	keyIDMetadata     = "encryption-key-id"
)

// encryptingCodec encrypts payloads like Temporal's samples and the server.
type encryptingCodec struct {
	current string
	ciphers map[string]cipher.AEAD
}

// Encode implements converter.PayloadCodec.
func (c *encryptingCodec) Encode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	encoded := make([]*commonpb.Payload, len(payloads))
	for i, payload := range payloads {
		plain, err := proto.Marshal(payload)
		if err != nil {
			return nil, err
		}
		sealer := c.ciphers[c.current]
		nonce := make([]byte, sealer.NonceSize())
		if _, err := rand.Read(nonce); err != nil {
			return nil, err
		}
		encoded[i] = &commonpb.Payload{
			Metadata: map[string][]byte{
				converter.MetadataEncoding: []byte(encryptedEncoding),
				keyIDMetadata:              []byte(c.current),
			},
			Data: sealer.Seal(nonce, nonce, plain, nil),
		}
	}
	return encoded, nil
}

// Decode implements converter.PayloadCodec.
func (c *encryptingCodec) Decode(payloads []*commonpb.Payload) ([]*commonpb.Payload, error) {
	decoded := make([]*commonpb.Payload, len(payloads))
	for i, payload := range payloads {
		if string(payload.Metadata[converter.MetadataEncoding]) != encryptedEncoding {
			decoded[i] = payload
			continue
		}
		keyID := string(payload.Metadata[keyIDMetadata])
		opener, isKnown := c.ciphers[keyID]
		if !isKnown || len(payload.Data) < opener.NonceSize() {
			return nil, fmt.Errorf("a payload cannot be decrypted with the codec key %q", keyID)
		}
		size := opener.NonceSize()
		plain, err := opener.Open(nil, payload.Data[:size], payload.Data[size:], nil)
		if err != nil {
			return nil, err
		}
		decoded[i] = &commonpb.Payload{}
		if err := proto.Unmarshal(plain, decoded[i]); err != nil {
			return nil, err
		}
	}
	return decoded, nil
}

// encrypt makes a client and its Workers encrypt all payloads and failures if TEMPORAL_MCP_TASKS_CODEC_KEYS is set:
// ID=KEY, separated by whitespace or commas. The first key encrypts, all keys decrypt. A key has 32 bytes, written as
// text or as "base64:" and its base64.
func encrypt(options client.Options) (client.Options, error) {
	separators := func(r rune) bool { return strings.ContainsRune(" \t\r\n,", r) }
	texts := strings.FieldsFunc(os.Getenv("TEMPORAL_MCP_TASKS_CODEC_KEYS"), separators)
	if len(texts) == 0 {
		return options, nil
	}
	codec := &encryptingCodec{ciphers: map[string]cipher.AEAD{}}
	for i, text := range texts {
		keyID, written, _ := strings.Cut(text, "=")
		key := []byte(written)
		if encoded, isEncoded := strings.CutPrefix(written, "base64:"); isEncoded {
			var err error
			if key, err = base64.StdEncoding.DecodeString(encoded); err != nil {
				return options, fmt.Errorf("codec key %d is no base64", i+1)
			}
		}
		block, err := aes.NewCipher(key)
		if err != nil {
			return options, fmt.Errorf("codec key %d has %d bytes", i+1, len(key))
		}
		if codec.ciphers[keyID], err = cipher.NewGCM(block); err != nil {
			return options, err
		}
		if i == 0 {
			codec.current = keyID
		}
	}
	options.DataConverter = converter.NewCodecDataConverter(converter.GetDefaultDataConverter(), codec)
	options.FailureConverter = temporal.NewDefaultFailureConverter(temporal.DefaultFailureConverterOptions{
		DataConverter:          options.DataConverter,
		EncodeCommonAttributes: true,
	})
	return options, nil
}
