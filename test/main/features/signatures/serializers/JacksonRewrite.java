import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Base64;
import java.util.Map;

/** Parses the body on standard input and writes it again with Jackson: a name and Base64 on each line. */
public class JacksonRewrite {
  public static void main(String[] arguments) throws Exception {
    byte[] body = System.in.readAllBytes();
    ObjectMapper mapper = new ObjectMapper();
    Map<?, ?> map = mapper.readValue(body, Map.class);
    write("Jackson of JsonNode", mapper.writeValueAsBytes(mapper.readTree(body)));
    write("Jackson of Map", mapper.writeValueAsBytes(map));
    write("Jackson of Map, pretty", mapper.writerWithDefaultPrettyPrinter().writeValueAsBytes(map));
    write("Jackson of Map, ESCAPE_NON_ASCII",
        mapper.writer().with(JsonGenerator.Feature.ESCAPE_NON_ASCII).writeValueAsBytes(map));
  }

  static void write(String name, byte[] text) {
    System.out.println(name + "\t" + Base64.getEncoder().encodeToString(text));
  }
}
